"""The sandbox's pages in English and Malay: the payment page and the list of bills."""

import html
from collections.abc import Sequence
from string import Template

from deploy.billplz.bank import BANKS, Bill

SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "no-store",
}
WORDS = {
    "en": {
        "title": "Payment", "note": "Practice payments: no money moves, nothing leaves this machine.",
        "bill": "Bill", "amount": "Amount", "for": "For", "bank": "Your bank", "pay": "Pay", "all": "All bills",
        "more": "What can go wrong", "other": "Bahasa Melayu", "paid": "This bill is paid.",
        "deleted": "This bill was deleted by its issuer.", "left": "You have left the payment.",
        "again": "Back to the bill", "none": "No bills yet.", "due": "due", "state_paid": "paid",
        "state_deleted": "deleted",
    },
    "ms": {
        "title": "Pembayaran", "note": "Pembayaran latihan: tiada wang bergerak, tiada apa keluar dari mesin ini.",
        "bill": "Bil", "amount": "Jumlah", "for": "Untuk", "bank": "Bank anda", "pay": "Bayar", "all": "Semua bil",
        "more": "Apa yang boleh jadi salah", "other": "English", "paid": "Bil ini telah dibayar.",
        "deleted": "Bil ini telah dipadam oleh pengeluarnya.", "left": "Anda telah keluar daripada pembayaran.",
        "again": "Kembali ke bil", "none": "Belum ada bil.", "due": "belum dibayar", "state_paid": "dibayar",
        "state_deleted": "dipadam",
    },
}  # fmt: skip
BUTTONS = {
    "en": {"success": "Successful payment", "failed": "Failed payment"},
    "ms": {"success": "Pembayaran berjaya", "failed": "Pembayaran gagal"},
}
MISBEHAVIOURS = {
    "en": {
        "abandon": "Abandon", "slow": "Slow payment", "twice": "Callback twice", "lost": "Callback lost",
        "late": "Callback late", "forged": "Forged callback", "wrong_amount": "Wrong amount",
    },
    "ms": {
        "abandon": "Tinggalkan", "slow": "Pembayaran perlahan", "twice": "Panggil balik dua kali",
        "lost": "Panggil balik hilang", "late": "Panggil balik lewat", "forged": "Panggil balik palsu",
        "wrong_amount": "Jumlah salah",
    },
}  # fmt: skip
PAGE = Template("""<!doctype html><html lang="$lang"><meta charset="utf-8"><title>$title</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root { color-scheme: light dark; --line: #8884; --go: #1f6f54; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; } small { opacity: .75; }
main { border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; } .sum { font-size: 1.5rem; font-weight: 600; }
label { display: block; margin: .5rem 0 .25rem; }
select, button { font: inherit; width: 100%; min-height: 44px; border-radius: 8px; border: 1px solid var(--line); }
select { padding: 0 .75rem; } button { cursor: pointer; margin-top: .5rem; }
button.go { background: var(--go); color: #fff; border-color: var(--go); }
.others { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 0 .5rem; }
table { width: 100%; border-collapse: collapse; } td { padding: .35rem .25rem; border-top: 1px solid var(--line); }
</style><header><h1>$title</h1><a href="?lang=$other_lang" hreflang="$other_lang">$other</a></header>
<main>$body</main><small>$note <a href="/?lang=$lang">$all</a></small></html>
""")
BILL = Template("""<dl><dt>$amount</dt><dd class="sum">$sum</dd><dt>$for</dt><dd>$description</dd>
<dt>$bill</dt><dd>$id</dd></dl>$form""")
FORM = Template("""<form method="post" action="/bills/$id?lang=$lang"><label for="bank">$bank</label>
<select id="bank" name="bank">$banks</select>$buttons<h2>$more</h2><div class="others">$others</div></form>""")


def bill_page(bill: Bill, lang: str, bank: str) -> str:
    words = WORDS[lang]
    state = "paid" if bill.is_paid else "deleted" if bill.state == "deleted" else ""
    note = f"<p>{words[state]}</p>" if state else ""
    form = note if state == "paid" else note + _form(bill, lang, bank)
    description = html.escape(bill.description)
    body = BILL.substitute(words, sum=ringgit(bill.amount), description=description, id=bill.id, form=form)
    return _page(lang, body)


def outcome_page(bill: Bill, outcomes: Sequence[str]) -> str:
    """Returns the payment page of ToyyibPay, with a button for each outcome."""
    words = WORDS["en"]
    buttons = "".join(
        f'<button name="action" value="{outcome}">{outcome.capitalize()}</button>' for outcome in outcomes
    )
    form = f"<p>{words['paid']}</p>" if bill.is_paid else f'<form method="post">{buttons}</form>'
    description = html.escape(bill.description)
    body = BILL.substitute(words, sum=ringgit(bill.amount), description=description, id=bill.id, form=form)
    return _page("en", body)


def left_page(bill: Bill, lang: str) -> str:
    words = WORDS[lang]
    return _page(lang, f'<p>{words["left"]}</p><a href="/bills/{bill.id}?lang={lang}">{words["again"]}</a>')


def list_page(bills: list[Bill], lang: str) -> str:
    words = WORDS[lang]
    rows = [
        f'<tr><td><a href="/bills/{bill.id}?lang={lang}">{bill.id}</a></td><td>{html.escape(bill.description)}</td>'
        f"<td>{ringgit(bill.amount)}</td><td>{_state(bill, words)}</td></tr>"
        for bill in bills
    ]
    return _page(lang, f"<table>{''.join(rows)}</table>" if rows else f"<p>{words['none']}</p>")


def ringgit(sen: int) -> str:
    return f"RM {sen // 100:,}.{sen % 100:02d}"


def _state(bill: Bill, words: dict[str, str]) -> str:
    return words["due"] if bill.state == "due" else words[f"state_{bill.state}"]


def _form(bill: Bill, lang: str, bank: str) -> str:
    banks = "".join(
        f'<option value="{code}"{" selected" * (code == bank)}>{html.escape(name)}</option>'
        for code, name in BANKS.items()
    )
    buttons = "".join(
        f'<button{" class=go" * (action == "success")} name="action" value="{action}">{name}</button>'
        for action, name in BUTTONS[lang].items()
    )
    others = "".join(
        f'<button name="action" value="{action}">{name}</button>'
        for action, name in MISBEHAVIOURS[lang].items()
    )
    return FORM.substitute(WORDS[lang], id=bill.id, lang=lang, banks=banks, buttons=buttons, others=others)


def _page(lang: str, body: str) -> str:
    return PAGE.substitute(WORDS[lang], lang=lang, other_lang="ms" if lang == "en" else "en", body=body)
