"""What the words around a file name say: is it to be made, or need it not exist?

English, German, French and Spanish. All that is judged is one sentence, in which other
file names are written as `§`.
"""

import re

LONGEST_SENTENCE = 250


def one_of(*phrases: str) -> str:
    """Write the pattern of some words; `_` stands for blanks, `*` for any ending."""
    words = (
        "|".join(phrases).replace(" ", "|").replace("_", r"\s+").replace("*", r"\w*")
    )
    return rf"\b(?:{words})\b"


FILE_NOUN = one_of(
    "files? modules? scripts? notebooks? packages? documents? folders? directory",
    "directories datei(?:en)? modul* skript* notizbuch ordner fichiers? dossier",
    "archivos? ficheros? módulos? cuadernos? carpeta",
)
INDEFINITE = one_of("an? another ein* une? una")
ARTICLE = one_of("an? another the my our ein* de[rnms] das die une? las? les? el una")
NAMED = one_of(
    "named called namens genannt mit_dem_namen nommée? appelée? llamad[oa] de_nombre",
    "as als at under in",
)
NEW = one_of("new fresh neue* nouve* nuev[oa]")
LOOKS = one_of("python jupyter markdown csv json text empty blank small simple leere*")
JOINT = one_of("and und et y e or oder")
QUOTE = r"[`\"'“„«]?"
UNQUOTE = r"[`\"'”“»)]*\s*"

# Possessive, so that a long run of such words is never tried in two ways.
FILLER = rf"(?:\s|[`\"'“„«(§,:]|{ARTICLE}|{NEW}|{NAMED}|{FILE_NOUN}|{LOOKS}|{JOINT})*+$"

CREATE = one_of(
    "create make generate add write produce build start set_up touch scaffold draft",
    "open_a_new initiali[sz]e erstell* erzeug* leg* füge? schreib* generier* crée*",
    "cré[eé][rz] ajoute* génère* écri* crea* cree añad* gener[ae]* escrib*",
)
MOVE = one_of("extract move put verschieb* extrahier* déplace* extrai* muev* mover")
TURN = one_of(
    "split factor pull refactor convert turn copy rename export kopier* benenn* lager*",
    "renomm* copi* extrae* renombr*",
)
OUTPUT = one_of(
    "save saves saving store write writes export dump output print log persist plot",
    "serialize append download draw speicher* sicher* exportier* schreib* sauvegard*",
    "enregistr* export* écri* guard* escrib* descarg*",
)
RENAME = one_of("teile? benenn* wand[el]* renomm* transform* divis* convert*")
TOWARDS = one_of(
    "to into as onto under nach als unter vers comme como al? sous dans aus"
)
WITHIN = one_of("in to into as at under als unter nach dans sous comme en como a")
CALL_IT = (
    one_of("call name nenne appelle ll[aá]m*")
    + r"[\s-]+"
    + one_of("it them this that sie es ihn le la l[oa]")
)
WRITING_CALL = (
    r"\b(?:to_\w+|savefig|save\w*|write\w*|dump\w*|imsave|imwrite)\("
    r"(?:\s*\w+\s*,)?\s*[rf]?[\"']?$"
)
EDIT = one_of(
    "edit change fix modify update rewrite overwrite delete remove rename move repair",
    "refactor correct clean_up bearbeite* ändere? lösche?* entfern* repariere? modifi*",
    "corrige* supprime* efface* edita* cambia* borra* elimina*",
)
EXAMPLE = one_of(
    r"e\.g i\.e such_as for_example for_instance like z\.\s?b zum_beispiel p\.\s?ex",
    "par_exemple por_ejemplo no_such_file_or_directory not_found download*",
    "(?:cannot|can't|could_not|couldn't)_(?:find|open)",
)
ABSENT = one_of(
    "do(?:es)?(?:_not|n't)_exist exists? is_missing is(?:_not|n't)_(?:there|found)",
    "is_absent (?:was_)?not_found cannot_be_found fehlt existiert existe n'existe",
    "nicht_(?:existiert|vorhanden|gefunden|da) no_existe manque falta",
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_CREATED = (
    _pattern(CREATE + FILLER),
    _pattern(NEW + FILLER),
    _pattern(
        rf"{INDEFINITE}\s+(?:[\w-]+\s+){{0,2}}{FILE_NOUN}\s+(?:{NAMED}\s+)?{QUOTE}$"
    ),
    _pattern(rf"(?:{MOVE}|{TURN}).*{TOWARDS}{FILLER}"),
    _pattern(rf"{RENAME}[^§]*§.*{one_of('in en')}{FILLER}"),
    _pattern(rf"{CREATE}.*{one_of('tests?')}.*{one_of('in to into')}{FILLER}"),
    _pattern(rf"{CALL_IT}\s+{QUOTE}$"),
)
_MAKE = _pattern(rf"\bmake\s+{QUOTE}$")
_MADE_BETTER = _pattern(
    rf"{UNQUOTE}(?:more|less|not|\w+er|work|pass|run|use|print|return|read|accept)\b"
)
_MADE_AFTER = _pattern(
    rf"{UNQUOTE}(?:neu\s+)?(?:anlegen|erstellen|erzeugen|an(?=\s*(?:[.!?]|$)))"
    r"|[\"']\s*,\s*[\"'][wax]b?[\"']"
)
_WRITTEN = (_pattern(rf"{OUTPUT}.*{WITHIN}{FILLER}"), _pattern(WRITING_CALL))
_MOVED = _pattern(rf"{MOVE}.*{TOWARDS}{FILLER}")
_EXCUSE_BEFORE = _pattern(rf"{EXAMPLE}[.:,]*\s*{QUOTE}$")
_EXCUSE_AFTER = _pattern(rf"{UNQUOTE}(?:{FILE_NOUN}\s+)?{ABSENT}")
_SUBJECT = _pattern(rf"{EDIT}\s+(?:{ARTICLE}\s+)?(?:{FILE_NOUN}\s+)?{QUOTE}$")


def asks_to_create(before: str, after: str) -> bool:
    """Whether the words ask that a file be made: "create", "a new module", "into".

    "Make plot.py faster" is about a file that is there.
    """
    if _any((_MAKE,), before) and _MADE_BETTER.match(after):
        return False
    return _MADE_AFTER.match(after) is not None or _any(_CREATED, before)


def asks_to_write_data(before: str) -> bool:
    """Whether the words ask that code write a file: "save the figure as"."""
    return _any(_WRITTEN, before)


def is_moved_to(before: str) -> bool:
    """Whether something is moved to a file, which may be there or not."""
    return _any((_MOVED,), before)


def is_excused(before: str, after: str) -> bool:
    """Whether the file need not exist: "if x.csv is missing", "names like x.csv"."""
    return _any((_EXCUSE_BEFORE,), before) or _EXCUSE_AFTER.match(after) is not None


def is_subject(before: str) -> bool:
    """Whether the file itself is to be edited or deleted."""
    return _any((_SUBJECT,), before)


def _any(patterns: tuple[re.Pattern[str], ...], text: str) -> bool:
    near = text[-LONGEST_SENTENCE:]
    return any(pattern.search(near) for pattern in patterns)
