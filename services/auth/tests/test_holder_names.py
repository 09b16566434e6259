import pytest

from services.auth.accounts.rules import is_same_name


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        # Malay names: bin and binti, titles, variants, at most two words more.
        ("SITI AISHAH BINTI RAHMAN", "Siti Aishah Rahman", True),
        ("Dato' Sri Amir Hamzah", "Amir Hamzah", True),
        ("Tan Sri Azman Hashim", "Azman Hashim", True),
        ("Datin Noor Azizah", "Noor Azizah", True),
        ("MUHAMMAD FARID BIN HASSAN", "Farid Hassan", True),
        ("Hj. Ahmad Faizal bin Abdul Rahim", "Ahmad Faizal Rahim", True),
        ("Nurul Izzati Anwar", "Nurul Izzati", True),
        ("Ali bin Ali", "Ali Ali", True),
        ("Ali Ali", "Ali Ali", True),
        ("Ali Ali", "Ali Abu", False),
        ("Amir Hamzah", "Amir Rahman", False),
        ("Muhammad Ali bin Hassan", "Muhammad Ali bin Rahman", False),
        ("Siti Aishah Rahman", "Siti Aishah Ismail", False),
        ("Wan Nur Siti Aishah Rahman", "Siti Rahman", False),
        # Chinese names: in any order, with another name.
        ("TAN WEI LING", "Wei Ling Tan", True),
        ("Tan Wei Ling @ Mary Tan", "Tan Wei Ling", True),
        ("Lim Wei-Jun", "Wei Jun Lim", True),
        ("Tan Wei Ling", "Tan Wei Jun", False),
        ("Lee Lee", "Lee Chong", False),
        ("Lee Chong Lee", "Lee Lee", True),
        ("Tan Tan", "Tan Wei", False),
        # Indian names: a/l, a/p, s/o, and a single name.
        ("Kumar A/L Rajan", "Rajan Kumar", True),
        ("Kavitha a/p Raj", "Kavitha Raj", True),
        ("Suresh s/o Maniam", "Maniam Suresh", True),
        ("Prakash", "PRAKASH", True),
        ("Prakash", "Prakash Rao", False),
        ("José Pereira", "Jose Pereira", True),
        ("Siti", "Siti Rahman", False),
        ("bin binti", "bin binti", False),
        ("", "", False),
    ],
)
def test_shorter_name_is_part_of_longer_in_any_order(one: str, other: str, is_same: bool) -> None:
    assert is_same_name(one, other) is is_same
    assert is_same_name(other, one) is is_same
