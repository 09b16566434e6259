import type { Text } from "./text";

const safely = [
  "With protected purchase you pay Wangi, not the seller. The money is held while the parcel travels, and for 72 hours after it has arrived.",
  "Look at the bottle in those 72 hours, with this page beside it. If something is wrong, open a dispute before they end and choose “The bottle may be counterfeit”. Both of you show photographs, and staff decides who gets the money.",
  "It protects your money. It is no expert opinion about the bottle, and without a dispute the money goes to the seller when the time is over.",
];
const directly = [
  "A payment from your bank account to the seller’s is between the two of you. We do not hold it and cannot pay it back. Check the account at Semak Mule before you pay, and keep the receipt.",
  "Do not press Confirm Delivery Received before you have looked at the bottle. Write in the chat within three days of the delivery, with photographs. The Return Policy says when you may expect your money back.",
];

export const textOf = (isProtected: boolean): Text => ({
  title: "Authentication Guide",
  lead: "What to photograph, what to look at, what to ask, and what no photograph can prove.",
  parts: [
    {
      heading: "Seven photographs that help",
      words: [
        "By daylight, without a filter, and of the bottle that will be sent. The listing form asks for most of them by name.",
      ],
      list: [
        "The whole bottle from the front with its cap on.",
        "The level against a lamp or a window.",
        "The base, with the batch code in focus.",
        "The sprayer and its collar without the cap.",
        "The label or the print, close enough to see its edges.",
        "The box from the front and the side with its code.",
        "The bottle beside a paper with the seller’s username and today’s date.",
      ],
    },
    {
      heading: "What to look at on the bottle",
      list: [
        "Glass of even thickness, a base without bubbles, a cap that sits straight and is as heavy as it looks.",
        "Letters with clean edges, even spacing and the spelling of the house.",
        "A sprayer that sits level on its collar and gives a fine mist; a tube that is thin, clear and reaches the base.",
        "A colour that fits the age: older juice is often darker. Ask about bits, clouds or layers.",
        "A level that fits the story. “Sprayed twice” and a third gone do not go together; a full bottle with a worn sprayer may have been refilled.",
      ],
    },
    {
      heading: "What a batch code tells, and what not",
      words: [
        "It tells when a bottle was filled, and often where. Where the rule of a house is publicly known, the listing says whether the code has its form and which years it may stand for; the same code can stand for two years ten apart.",
        "It does not prove that a bottle is genuine. Counterfeiters copy real codes, and a website that knows a code knows only the code. A code that differs between glass and box is a question, because boxes are swapped. A code that was scratched off hides where the bottle was sold first; ask why.",
      ],
    },
    {
      heading: "House by house: where the code sits",
      words: [
        "Only what two public sources agree on. Older bottles have codes of other forms, and a code of the right form is no proof.",
      ],
      list: [
        "Chanel: four digits under the bottle or low on its back, and under the box. Its year cannot be read from it here.",
        "Dior: four characters on the base and under the box, since 1998: the last digit of the year, a letter for the month, two digits.",
        "Guerlain: the same four characters since 2002; older bottles have longer codes.",
        "Estée Lauder, Clinique, Aramis, Jo Malone, Tom Ford: three characters on the base and under the box: a letter for the place, the month (A, B and C for October to December), the last digit of the year.",
        "All others: compare the code on the glass with that on the box, and ask for a photograph of both.",
      ],
    },
    {
      heading: "Box, cellophane and papers",
      list: [
        "Print that is sharp and does not rub off, edges that meet, a tray or card inside that holds the bottle.",
        "The same name, volume and strength on box and bottle.",
        "Cellophane that lies tight, with a straight seam and neat folds. Anyone can wrap a box anew, so a sealed box says little about what is in it.",
        "A receipt helps to tell the story. Ask for it with the card number and address covered; it can belong to another bottle.",
        "No box is no fault: many people throw it away. The price should know it.",
      ],
    },
    {
      heading: "What to ask in the chat",
      list: [
        "“Where and when did you buy it?” Then compare with the purchase year and the code.",
        "“Could you photograph the base and the sprayer, with today’s date on paper?”",
        "“How was it kept?” A bathroom or a car in our heat ages a perfume faster than its years.",
        "“Was it ever refilled or decanted?”",
        "“Why is it so much cheaper than others?” There are good answers.",
      ],
      words: ["Ask before you pay, and in the chat here: what was written there counts later."],
    },
    { heading: "What protects you", words: isProtected ? safely : directly },
    {
      heading: "When in doubt",
      words: [
        "Ask for another photograph. A seller who owns the bottle can take it. If the answer is pressure to hurry or to pay elsewhere, leave.",
        "Press Report on the listing and choose what fits best: that it looks counterfeit, or that the photographs are another’s. In a chat you report the message. A person looks at it, the seller is not told who reported, and you hear how it ended.",
        "Counterfeits are a matter for the Trade Descriptions Act 2011. Do not buy one to find out.",
      ],
    },
  ],
});
