"""Finds the places of a C++ file where one small change makes a plausible mistake."""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    file: str  # relative to the clone
    line: int  # from 1
    start: int  # offset in the file
    old: str
    new: str

    def key(self):
        return (self.file, self.line, self.start, self.old, self.new)

    def __str__(self):
        old, new = " ".join(self.old.split()), " ".join(self.new.split())
        return f"{self.file}:{self.line}: '{old}' -> '{new}'" if new else f"{self.file}:{self.line}: '{old}' dropped"


# Operators are recognised by the blanks that clang-format puts around them: template brackets, references and pointers
# have none.
SWAPS = [(r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"), (r"(?<= )\*(?= )", "/"), (r"(?<= )/(?= )", "*"),
         (r"(?<= )<(?= )", "<="), (r"(?<= )<(?= )", ">"), (r"(?<= )>(?= )", ">="), (r"(?<= )>(?= )", "<"),
         (r"(?<= )<=(?= )", "<"), (r"(?<= )<=(?= )", ">"), (r"(?<= )>=(?= )", ">"), (r"(?<= )>=(?= )", "<"),
         (r"(?<= )==(?= )", "!="), (r"(?<= )!=(?= )", "=="), (r"(?<= )&&(?= )", "||"), (r"(?<= )\|\|(?= )", "&&"),
         (r"(?<= )\+=(?= )", "-="), (r"(?<= )-=(?= )", "+="), (r"(?<= )\*=(?= )", "/="), (r"(?<= )/=(?= )", "*="),
         (r"(?<=[(\[,=?:] )-(?=[\w(])|(?<=[(\[])-(?=[\w(])|(?<=return )-(?=[\w(])", ""),  # a sign
         (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"), (r"\bcwiseMin\b", "cwiseMax"),
         (r"\bcwiseMax\b", "cwiseMin"), (r"\bminCoeff\b", "maxCoeff"), (r"\bmaxCoeff\b", "minCoeff"),
         (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"(?<=[( ])!(?=\w)", "")]
# Not a part of a name, of another number or of a template's arguments.
NUMBER = re.compile(r"(?<![\w.<])(\d[\d']*\.?\d*(?:e[+-]?\d+)?)(?![\w.>'])")
# A statement of its own that is one call: not a declaration, which has a blank between type and name.
CALL = re.compile(r"(?<=[;{})])\s*((?:[\w:]+(?:<[\w, ]+>)?(?:\([^;{}]*?\)|\[[^;{}]*?\])?(?:\.|->))*"
                  r"[\w:]+(?:<[\w, ]+>)?\([^;{}]*\);)")
KEYWORDS = re.compile(r"(return|throw|if|for|while|switch|assert|static_assert|using|delete)\b")
# Statements that make messages, check the programmer, or only save time or memory.
NOT_WORTH = re.compile(r"fmt::|\bthrow\b|\bassert\b|static_assert|InputError|\.reserve\(|message|stage\(|count_analysis"
                       r"|count_factorization|setup_done|\btemplate\b|\bcase\b|\boperator\b|Stopwatch"
                       r"|\{ +, &\w+, ")  # a field of options, whose range is documentation


def blank_out(text):
    """The same text with comments, strings, characters and preprocessor lines as blanks of the same length."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*',
                         re.S | re.M)
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def in_bodies(text):
    """For each character whether it is inside a function's body. `text` without comments and strings."""
    inside, stack, since = [False] * len(text), [], 0
    for i, c in enumerate(text):
        inside[i] = any(stack)
        if c == "{":
            head = text[since:i]
            scope = re.search(r"\b(namespace|class|struct|enum|union)\b", head) and not head.rstrip().endswith(")")
            body = re.search(r"\)\s*(const|noexcept|override|mutable|\s)*(->\s*[\w:<>, *&]+)?\s*(:.*)?$", head, re.S)
            stack.append(any(stack) or bool(body and not scope))
        elif c == "}" and stack:
            stack.pop()
        if c in ";{}":
            since = i + 1
    return inside


def statement(text, at):
    """The statement around a place, roughly: between two of ; { }."""
    start = max(text.rfind(c, 0, at) for c in ";{}") + 1
    ends = [end for end in (text.find(c, at) for c in ";{}") if end >= 0]
    return text[start:min(ends, default=len(text))]


def other_numbers(number):
    plain = number.replace("'", "")
    if re.fullmatch(r"\d+", plain):
        return ["1"] if plain == "0" else ["0", "2"] if plain == "1" else [str(int(plain) + 1)]
    return [f"(2 * {number})" if float(plain) != 0 else "1.0"]


def find(file, text):
    """All mutations of a file, in the order of its text."""
    code = blank_out(text)
    inside = in_bodies(code)
    found = []

    def add(start, old, new):
        if inside[start] and not NOT_WORTH.search(statement(code, start)):
            found.append(Mutation(file, text.count("\n", 0, start) + 1, start, old, new))

    for pattern, new in SWAPS:
        for match in re.finditer(pattern, code):
            add(match.start(), match.group(), new)
    for match in NUMBER.finditer(code):
        for new in other_numbers(match.group()):
            add(match.start(), match.group(), new)
    for match in CALL.finditer(code):
        if not KEYWORDS.match(match.group(1)):
            add(match.start(1), text[match.start(1):match.end(1)], ";")
    return sorted(set(found), key=Mutation.key)


def apply(text, mutation):
    end = mutation.start + len(mutation.old)
    if text[mutation.start:end] != mutation.old:
        raise ValueError(f"{mutation} does not fit the file")
    return text[:mutation.start] + mutation.new + text[end:]
