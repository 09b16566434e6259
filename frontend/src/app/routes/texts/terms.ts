import type { Texts } from "./text";

const escrowOf = (isProtected: boolean) => ({
  en: isProtected
    ? "Protected purchase (escrow) is optional. Where the buyer chooses it, the money is held until the buyer confirms the parcel. It is a service of convenience and offers no guarantee of the goods."
    : "Escrow is optional and not open yet. When it is, the buyer may choose it; it will offer no guarantee of the goods.",
  ms: isProtected
    ? "Pembelian dilindungi (eskrow) adalah pilihan. Jika pembeli memilihnya, wang dipegang sehingga pembeli mengesahkan bungkusan. Ia satu kemudahan dan tidak menawarkan jaminan ke atas barang."
    : "Eskrow adalah pilihan dan belum dibuka. Apabila dibuka, pembeli boleh memilihnya; ia tidak menawarkan jaminan ke atas barang.",
});

const textsWith = (escrow: ReturnType<typeof escrowOf>): Texts => ({
  en: {
    title: "Terms of Service",
    updated: "2025-04-14",
    lead: "Wangi is a place where people in Malaysia buy and sell pre-owned perfume. These are the rules both sides agree to.",
    parts: [
      {
        heading: "Who may use Wangi",
        words: [
          "You must be at least 16 years old, or have the permission of a parent or guardian. One person has one account, and you keep its password to yourself.",
          "What you tell us about yourself must be true. We may suspend an account whose details are false.",
        ],
      },
      {
        heading: "What we do, and what we do not",
        words: [
          "Wangi only brings buyers and sellers together. We do not own, see, test or ship the bottles, and we are not a party to the sale. The contract is between the buyer and the seller.",
          "We are therefore not liable for the condition, authenticity, lawfulness or delivery of what is sold, nor for what members say. Rights that the law gives you and that cannot be given up stay untouched.",
        ],
      },
      {
        heading: "Selling",
        list: [
          "You own what you list, or may sell it, and you have it with you.",
          "The photographs are your own and show this very bottle. The level, the batch code and the box are described as they are.",
          "Counterfeits, testers sold as retail bottles, stolen goods and anything that may not be sold in Malaysia are forbidden.",
          "You answer for declaring a cosmetic product where the law asks you to.",
        ],
      },
      {
        heading: "Bids and auctions",
        words: [
          "A bid is final and binding. It cannot be taken back once it was accepted, so look at the photographs and ask before you bid.",
          "The highest bid at the end wins when it meets the reserve. A bid in the last two minutes extends the auction, so that everybody can answer.",
          "The winner must pay within the stated payment window. Whoever does not pay risks suspension or a ban.",
        ],
      },
      {
        heading: "Fixed and negotiable prices",
        words: ["A sale is agreed when both of you have confirmed it in the chat. Until then nobody owes anything."],
      },
      {
        heading: "Paying",
        words: [
          "You pay as agreed in the chat. Before you pay a stranger, check the account at Semak Mule of the Royal Malaysia Police.",
          escrow.en,
        ],
      },
      {
        heading: "Boosts",
        words: [
          "A boost shows a listing in more prominent places for a stated time and is marked as promoted. It is paid in advance and does not promise a sale.",
          "Boosted listings carry the badge Featured. They take turns on the home page, where those that were shown least come next, and stand first in lists that are sorted by Featured. A premium boost also stands first of all in its category and has an ambar badge. A boost changes neither a price nor the order of bids.",
          "Boosting a listing again adds to its time. If a boosted listing is removed, the rest of its time is given back as wallet credit.",
        ],
      },
      {
        heading: "Reviews and conduct",
        words: [
          "Reviews come only from finished sales and say what happened. Threats, hate, spam and attempts to move a purchase around our rules are not allowed.",
          "We may remove listings and messages that break these terms, and suspend or ban accounts. You are told the reason and may object.",
        ],
      },
      {
        heading: "Leaving",
        words: [
          "You may delete your account at any time in the settings, once no auction or purchase of yours is open. What happens to your data is said in the Privacy Policy.",
        ],
      },
      {
        heading: "Changes and law",
        words: [
          "When these terms change in a way that matters we tell you before it takes effect. The law of Malaysia applies.",
        ],
      },
    ],
  },
  ms: {
    title: "Terma Perkhidmatan",
    updated: "2025-04-14",
    lead: "Wangi ialah tempat orang di Malaysia membeli dan menjual minyak wangi pra-milik. Inilah peraturan yang dipersetujui kedua-dua pihak.",
    parts: [
      {
        heading: "Siapa boleh menggunakan Wangi",
        words: [
          "Anda mesti berumur sekurang-kurangnya 16 tahun, atau mendapat kebenaran ibu bapa atau penjaga. Seorang satu akaun, dan kata laluan anda untuk anda sahaja.",
          "Apa yang anda beritahu kami tentang diri anda mestilah benar. Kami boleh menggantung akaun yang butirannya palsu.",
        ],
      },
      {
        heading: "Apa yang kami buat, dan apa yang tidak",
        words: [
          "Wangi hanya mempertemukan pembeli dan penjual. Kami tidak memiliki, melihat, menguji atau menghantar botol, dan bukan pihak dalam jualan. Kontrak adalah antara pembeli dan penjual.",
          "Oleh itu kami tidak bertanggungjawab atas keadaan, ketulenan, kesahihan di sisi undang-undang atau penghantaran barang yang dijual, mahupun kata-kata ahli. Hak yang diberi undang-undang dan tidak boleh diketepikan kekal.",
        ],
      },
      {
        heading: "Menjual",
        list: [
          "Anda memiliki apa yang disenaraikan, atau boleh menjualnya, dan barang itu ada pada anda.",
          "Gambar adalah milik anda dan menunjukkan botol ini sendiri. Paras, kod kelompok dan kotak diterangkan seadanya.",
          "Barang tiruan, penguji yang dijual sebagai botol runcit, barang curi dan apa-apa yang tidak boleh dijual di Malaysia adalah dilarang.",
          "Anda bertanggungjawab memberitahu produk kosmetik apabila undang-undang memintanya.",
        ],
      },
      {
        heading: "Bidaan dan lelongan",
        words: [
          "Bidaan adalah muktamad dan mengikat. Ia tidak boleh ditarik balik setelah diterima, jadi lihat gambar dan bertanya sebelum membida.",
          "Bidaan tertinggi pada akhir lelongan menang jika mencapai harga rizab. Bidaan dalam dua minit terakhir memanjangkan lelongan, supaya semua orang sempat membalas.",
          "Pemenang mesti membayar dalam tempoh bayaran yang dinyatakan. Sesiapa yang tidak membayar berisiko digantung atau disekat.",
        ],
      },
      {
        heading: "Harga tetap dan boleh runding",
        words: [
          "Jualan dipersetujui apabila anda berdua telah mengesahkannya dalam sembang. Sehingga itu tiada siapa berhutang apa-apa.",
        ],
      },
      {
        heading: "Membayar",
        words: [
          "Anda membayar seperti yang dipersetujui dalam sembang. Sebelum membayar orang yang tidak dikenali, semak akaunnya di Semak Mule Polis Diraja Malaysia.",
          escrow.ms,
        ],
      },
      {
        heading: "Lonjakan",
        words: [
          "Lonjakan menunjukkan iklan di tempat yang lebih menonjol untuk tempoh tertentu dan ditanda sebagai dipromosikan. Ia dibayar dahulu dan tidak menjanjikan jualan.",
          "Iklan yang dilonjakkan membawa lencana Ditampilkan. Iklan itu muncul bergilir di laman utama, didahului yang paling jarang ditunjukkan, dan berada di atas dalam senarai yang disusun mengikut Ditampilkan. Lonjakan Premium juga berada paling atas dalam kategorinya dan mempunyai lencana ambar. Lonjakan tidak mengubah harga atau susunan bidaan.",
          "Melonjakkan iklan sekali lagi menambah tempohnya. Jika iklan yang dilonjakkan dialih keluar, baki tempohnya dipulangkan sebagai kredit dompet.",
        ],
      },
      {
        heading: "Ulasan dan tingkah laku",
        words: [
          "Ulasan hanya datang daripada jualan yang selesai dan menceritakan apa yang berlaku. Ugutan, kebencian, spam dan cubaan mengelak peraturan kami tidak dibenarkan.",
          "Kami boleh membuang iklan dan mesej yang melanggar terma ini, serta menggantung atau menyekat akaun. Anda diberitahu sebabnya dan boleh membantah.",
        ],
      },
      {
        heading: "Berhenti",
        words: [
          "Anda boleh memadam akaun pada bila-bila masa dalam tetapan, apabila tiada lelongan atau pembelian anda yang masih terbuka. Nasib data anda diterangkan dalam Dasar Privasi.",
        ],
      },
      {
        heading: "Perubahan dan undang-undang",
        words: [
          "Apabila terma ini berubah dengan ketara, kami memberitahu anda sebelum ia berkuat kuasa. Undang-undang Malaysia terpakai.",
        ],
      },
    ],
  },
});

export const texts = (isProtected: boolean): Texts => textsWith(escrowOf(isProtected));
