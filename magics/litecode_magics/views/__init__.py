"""What a person sees: frozen state, a pure function to HTML or text, thin widgets."""
