from dataclasses import dataclass


@dataclass(frozen=True)
class Member:
    """The texts for a member: their messages, the report about them, and their appeal."""

    username: str
    first_name: str
    last_name: str
    # A message that stays in the queue, and a message that staff hides.
    written: str
    hidden: str
    reason: str
    # Why a seller reports the person, and the text of the appeal.
    reported: str
    contests: str


MEMBERS = (
    Member("demo_member1", "Syafiq", "Kamal",
           "Boleh bayar terus ke Maybank saya? Lagi murah, tak payah guna Wangi.",
           "Bayar deposit RM50 dulu di wa.me/60112223334, baru saya simpan botol tu.", "scam",
           "Minta saya bayar di luar platform, tiga kali.",
           "Saya cuma tanya kalau boleh bayar tunai masa jumpa. Saya tak pernah ambil duit sesiapa."),
    Member("demo_member2", "Jasmine", "Ng",
           "I will only pay by crypto. Send me your wallet and I take all five bottles.",
           "Your tracking is fake and you know it. Pay me back or I come to your shop.", "harassment",
           "She threatened to come to my house.",
           "I was upset because my parcel was late. I have said sorry to the seller since."),
    Member("demo_member3", "Faizal", "Osman",
           "Ini nombor akaun kawan saya, bayar situ: CIMB 7612 3344 5566.",
           "Kalau tak jual RM80 saya bagi rating satu bintang.", "scam",
           "Bagi nombor akaun orang lain untuk bayaran.",
           "Akaun itu milik isteri saya. Saya boleh hantar salinan kad pengenalan."),
    Member("demo_member4", "Kelvin", "Ooi",
           "Join my Telegram, we sell the same scents for half: t.me/wangi-murah",
           "t.me/wangi-murah t.me/wangi-murah 500 bottles, original 100 %", "spam",
           "Sends the same link to every seller.",
           "It is my own collection and not a shop. I will not post links again."),
    Member("demo_member5", "Roslina", "Yaakob",
           "Awak penipu. Botol ni tiruan, semua orang tahu.",
           "Penipu, penipu, penipu! Saya sebar nama kedai awak di Facebook.", "harassment",
           "Menghina setiap penjual yang tidak setuju dengan harganya.",
           "Botol itu memang tiruan dan saya ada gambar. Bahasa saya kasar, saya minta maaf."),
    Member("demo_member6", "Prakash", "Nair",
           "I have ten boxed bottles from the factory, no label yet. Resell them for me?",
           "Refill service: bring your empty bottle and I make it full for RM30.", "counterfeit",
           "Offers refilled bottles as new ones.",
           "They are decants, marked as decants. I never called one of them new."),
    Member("demo_member7", "Amirah", "Latif",
           "Saya dah bayar! Resit ada, cuma tak boleh hantar gambar.",
           "Hantar dulu, esok saya bayar. Alamat sama macam akaun lama saya.", "scam",
           "Nampak macam akaun yang sama dengan demo_member1: alamat pun sama.",
           "Itu abang saya. Kami duduk serumah, dan saya tak tahu apa dia buat."),
    Member("demo_member8", "Vincent", "Teh",
           "No one in Ipoh sells at your price. You must be desperate.",
           "Answer me. Answer me. Why do you not answer me, are you stupid?", "harassment",
           "Forty messages in one night.",
           "I did not see that the seller had gone to sleep. I can leave them alone."),
    Member("demo_member9", "Nor Azizah", "Bakar",
           "Kak, tolong beli minyak urut saya sekali, link di bio.",
           "PROMOSI! Minyak urut asli, beli 2 percuma 1. PM saya sekarang.", "spam",
           "Mengiklankan barang yang bukan minyak wangi.",
           "Saya baru di sini dan ingat boleh. Tak akan ulang."),
    Member("demo_member10", "Gavin", "D'Cruz",
           "My agent in Dubai holds the stock. You pay him first, he ships to KLIA.",
           "Last two sealed testers, pay my agent today: RM120 each by DuitNow to 0123456789.", "scam",
           "Wants money for an agent abroad.",
           "The agent is a registered shop. I can show the invoice of the last order."),
    Member("demo_member11", "Hidayah", "Musa",
           "Penyembur dah pecah masa sampai. Nak bayar balik atau saya report?",
           "Bagi saya RM100 atau saya report kedai awak.", "harassment",
           "Ugut untuk laporkan kedai kalau tak bayar.",
           "Saya memang terima botol pecah. Saya tak tahu ada cara lain untuk minta wang balik."),
    Member("demo_member12", "Suresh", "Pillai",
           "Is this the one without the hologram? I have twenty like it.",
           "I can print boxes and holograms, RM15 a set, any house you like.", "counterfeit",
           "Sells printed boxes and holograms.",
           "I collect empty boxes and swapped a few of them. Nothing was printed by me."),
)  # fmt: skip
LISTINGS = (
    ("misleading", "Tahap dalam gambar kedua lebih rendah daripada yang ditulis."),
    ("counterfeit", "The atomiser is of plastic; mine of the same batch is of metal."),
    ("stolen_photos", "Gambar ini dari Carousell, saya kenal meja dia."),
    ("misleading", "It is an eau de toilette, the label says so. The listing says parfum."),
    ("other", "Penjual minta bayar di luar Wangi dalam keterangan."),
    ("prohibited", "A decant in a bottle without a name or a notification number."),
    ("counterfeit", "Kod kelompok tak wujud. Saya dah semak dengan kaunter di Pavilion."),
    ("misleading", "The box in the photograph is of the smaller size."),
)
APPEALS = (
    "Saya beli di kaunter Suria KLCC, resit masih ada dan boleh saya hantar.",
    "The batch code is worn because it stood in the bathroom. I can send a sharper photograph.",
    "Gambar itu gambar saya sendiri. Saya juga pernah letak di Carousell.",
    "It is a decant, and the description says so in its first line.",
    "Botol ini hadiah dari Madinah, jadi labelnya memang dalam bahasa Arab.",
    "The cap is a spare of the same house; the first one broke in the post.",
    "Bukan tester untuk dijual semula. Saya beli sebagai tester dari kedai, ada resit.",
    "I listed it twice by mistake and have taken the other one away.",
    "Harga rendah sebab botol dah separuh, bukan sebab tiruan.",
    "A friend checked the hologram at the brand's counter and it is genuine.",
    "Saya dah tukar gambar seperti yang diminta minggu lepas.",
)
REVIEWS = (
    ("Lambat sikit, tapi wangi betul.", "Paid late and argued about two ringgit."),
    ("Smaller than I thought. He also sells in another app.", "Stupid buyer, I warn all others."),
    ("Botol ok, penjual kurang ajar.", "Bodoh. Jangan jual pada dia."),
    ("Three stars: the box was wet from the rain.", "He lives in Jalan Ampang 12 and complains a lot."),
    ("Kotak kemek, tapi isinya cukup.", "Call him at 012-3456789 if he does not answer."),
    ("It smells of nothing after an hour. Fake?", "Liar. Asked for money back for a genuine bottle."),
    ("Cepat sampai. Beli terus di shopee dia lagi murah.", "Beli dari kedai saya di Shopee, lagi murah."),
    ("Seller was rude about my question on the batch.", "Not worth the stamp, this woman."),
    ("Tahap kurang 10 % dari gambar.", "Penipu, jangan layan."),
    ("Good bottle. I am not this person's friend, whatever she says.", "My cousin, five stars as always."),
    ("Wrong bottle at first, then the right one.", "Wasted my whole Saturday with this person."),
    ("Harum, tapi bukan seperti yang saya ingat.", "Pembeli paling kedekut di Malaysia."),
)  # fmt: skip
LATE = (
    "Nombor penghantaran itu tak wujud di laman Pos Laju.",
    "The seller posted four days later than agreed.",
    "Penjual minta tambah RM10 untuk pos selepas saya bayar.",
    "Another bottle was in the parcel first; I had to send it back myself.",
    "Penjual tak jawab sejak bayaran dibuat.",
)
DISPUTES = (
    ("damaged", "Penyembur retak dan separuh isi tumpah dalam kotak.",
     "Saya balut dua lapis. Kotak itu kering masa saya hantar."),
    ("not_received", "The courier says delivered, but the guard of our condo has no parcel.",
     "The tracking shows a signature of the guard house."),
    ("counterfeit", "The stopper is of plastic and the code is printed, not etched.",
     "I bought it in Dubai; the receipt is in the second photograph."),
    ("not_as_described", "Ditulis 80 %, yang sampai tak sampai separuh.",
     "Gambar diambil pada hari yang sama saya pos."),
    ("damaged", "The bottle came without its cap, and the neck is chipped.",
     "The chip is in the description, the cap was in the bag."),
    ("not_as_described", "It is the older formula, the listing says the new one.",
     "The year of purchase is in the listing: 2019."),
    ("not_received", "Dua minggu tak bergerak dari pusat sebaran Kuching.",
     "Pos laut ke Sarawak memang ambil masa dua minggu."),
    ("counterfeit", "Baunya hilang dalam sejam. Yang asli tahan sehari.",
     "Sila semak kod kelompok, ia sah."),
    ("not_as_described", "Ordered 100 ml, the bottle in the parcel has 50 ml.",
     "The photograph shows the 50 ml bottle, the number was a slip."),
    ("damaged", "Kotak koyak dan penyembur tidak berfungsi.",
     "Saya cuba penyembur itu tiga kali sebelum pos, dan ia berfungsi."),
)  # fmt: skip
LURE = "I move abroad tomorrow and sell all of mine at half price. Which one would you like?"
