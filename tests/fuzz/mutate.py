"""Mutations of bytes, lines, numbers and words, all driven by a random.Random."""
import re

NUMBERS = ['0', '-0', '1', '-1', '1e-300', '1e300', '-1e300', '1e309', 'nan', '.nan', '-inf', '.inf', '1e-9', '1e9', '1e18',
           '2147483647', '2147483648', '4294967298', '-2147483649', '9223372036854775808', '0.5', '3.0000000001', '1e3', '100000',
           '0x10', '1_000', '1.', '.5', '+1', '--1', '1e', '٣']
WORDS = ['', 'null', '~', 'true', 'world', '[]', '{}', '[1, 2]', '{a: 1}', '${', '$i', '$$', '${1/0}', '*', '&a', '!!int 3', '"',
         '\x00', '\x1b[31m', '../../etc/passwd', '/dev/null', '/dev/zero', '.', 'é', '\ud83d', 'x' * 3000, '%s%n', 'a\nb', '- ' * 200,
         '((((((((((' * 30]
NUMBER = re.compile(r'-?\d+\.?\d*(?:[eE][-+]?\d+)?')
WORD = re.compile(r'[A-Za-z_]\w*')


def bytes_mutant(data, random):
    """A few bytes changed, or a piece cut out, doubled, moved or truncated."""
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 4, 16))):
        if not data:
            break
        at = random.randrange(len(data))
        kind = random.randrange(8)
        if kind <= 2:
            data[at] ^= 1 << random.randrange(8)
        elif kind == 3:
            data[at] = random.choice((0, 255, 127, 128, random.randrange(256)))
        elif kind == 4:
            length = random.choice((2, 4, 8))
            data[at:at + length] = random.choice((b'\0', b'\xff')) * length
        elif kind == 5:
            del data[at:at + random.choice((1, 8, 64, 512))]
        elif kind == 6:
            piece = data[at:at + random.choice((1, 8, 64))]
            place = random.randrange(len(data) + 1)
            data[place:place] = piece
        elif random.random() < 0.3:
            del data[at:]
    return bytes(data)


def replaced(text, pattern, random, choices):
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    match = random.choice(matches)
    return text[:match.start()] + random.choice(choices) + text[match.end():]


def scaled_number(text, random):
    matches = list(NUMBER.finditer(text))
    if not matches:
        return text
    match = random.choice(matches)
    value = float(match.group()) * 10.0 ** random.choice((-12, -6, -3, -1, 1, 2, 3, 6, 12)) * random.choice((1, 1, -1))
    return text[:match.start()] + f'{value:g}' + text[match.end():]


def line_mutant(text, random):
    lines = text.split('\n')
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(5)
    if kind == 0:
        del lines[a]
    elif kind == 1:
        lines.insert(b, lines[a])
    elif kind == 2:
        lines[a], lines[b] = lines[b], lines[a]
    elif kind == 3:
        lines[a] = random.choice(('  ', ' ', '\t', '- ')) + lines[a]
    else:
        lines[a] = lines[a][:random.randrange(len(lines[a]) + 1)]
    return '\n'.join(lines)


def text_mutant(text, random):
    """One to three changes of numbers, words, lines; now and then of bytes. Returns bytes."""
    words = WORD.findall(text) or ['x']
    for _ in range(random.choice((1, 1, 2, 3))):
        kind = random.randrange(12)
        if kind <= 2:
            text = replaced(text, NUMBER, random, NUMBERS)
        elif kind <= 4:
            text = scaled_number(text, random)
        elif kind <= 6:
            text = replaced(text, WORD, random, words)
        elif kind == 7:
            text = replaced(text, WORD, random, WORDS)
        elif kind == 8:
            text = replaced(text, NUMBER, random, WORDS)
        elif kind <= 10:
            text = line_mutant(text, random)
        else:
            return bytes_mutant(text.encode('utf-8', 'surrogatepass'), random)
    return text.encode('utf-8', 'surrogatepass')


def arguments_mutant(words, random):
    """A command line with a word changed, doubled, dropped or swapped. No NUL bytes: exec refuses them by itself."""
    words = list(words)
    strange = NUMBERS + [w for w in WORDS if '/' not in w]  # no paths: the program would write there
    for _ in range(random.choice((1, 1, 2))):
        if not words:
            break
        at = random.randrange(len(words))
        kind = random.randrange(6)
        if kind == 0:
            del words[at]
        elif kind == 1:
            words.insert(at, words[at])
        elif kind == 2:
            other = random.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif kind == 3:
            words[at] = random.choice(strange)
        elif kind == 4:
            words[at] = replaced(words[at], NUMBER, random, NUMBERS)
        else:
            words.insert(at, random.choice(strange + ['--help', '--json', '--quiet', '--out', '--set', 'a=1', '=', '-', '--']))
    return [w.replace('\x00', '').encode('utf-8', 'surrogatepass') for w in words]


def hdf5_mutant(path, random):
    """Changes entries, types and sizes of a few datasets in an HDF5 file, in place: mutants of bytes mostly end at HDF5's own
    checksums. Says whether it could."""
    import h5py
    import numpy as np
    strange = (0, -1, 1, 1e-300, 1e300, np.nan, np.inf, -np.inf, 2.0 ** 31, 2.0 ** 53, 0.5)
    try:
        with h5py.File(path, 'r+') as h:
            names = []
            h.visititems(lambda name, item: names.append(name))
            for _ in range(random.choice((1, 1, 2, 3))):
                if names:
                    change_dataset(h, random.choice(names), random, strange)
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, OverflowError):
        return False
    return True


def change_dataset(h, name, random, strange):
    import numpy as np
    if name not in h:
        return
    kind = random.randrange(10)
    item = h[name]
    if kind == 0 or not hasattr(item, 'shape') or item.shape is None or item.dtype.kind not in 'iuf':
        if random.random() < 0.5:
            del h[name]
        return
    values = np.atleast_1d(item[()]).astype(float)
    if kind <= 6 and values.size:
        flat = values.reshape(-1)
        at = random.randrange(flat.size)
        flat[at] = random.choice(strange) if random.random() < 0.5 else flat[at] * random.choice((-1, 2, 1e6, 1e-6)) + random.choice((0, 1))
        with np.errstate(all='ignore'):
            item[()] = (values if item.shape else values[0]).astype(item.dtype)
        return
    del h[name]
    with np.errstate(all='ignore'):
        h[name] = (values[:random.randrange(values.shape[0] + 1)] if kind == 7 else np.repeat(values, 2) if kind == 8
                   else values.astype(np.int64))
