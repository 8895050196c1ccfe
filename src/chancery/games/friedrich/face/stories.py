"""What really happened: a story for each card of fate and for each of the first five turns.

Pages show them with the card or the turn; the help shows all of them. No rule depends on them.
"""

from __future__ import annotations

from chancery.core.words import T, Text
from chancery.games.friedrich.board.fate_cards import (
    AMERICA,
    ELISABETH,
    INDIA,
    LORD_BUTE,
    POEMS,
    SWEDEN_QUITS,
)

TURN_STORIES: dict[int, Text] = {
    1: T(
        "29 August 1756: Frederick is sure that he will be attacked in the spring and would rather"
        " be first. Without a declaration of war his army crosses the border of Saxony."
    ),
    2: T(
        "Dresden falls without a shot. Count Brühl, who rules Saxony for his king, has left in a"
        " hurry. The Prussians who search his palace count about fifteen hundred wigs."
    ),
    3: T(
        "Starved out in its camp near Pirna, the Saxon army lays down its arms in October 1756."
        " Frederick puts whole regiments into Prussian coats and has them swear an oath to him;"
        " most of the men will desert."
    ),
    4: T(
        "William Pitt means to win America on German battlefields and persuades the House of"
        " Commons to pay for it. From 1758 London sends Prussia 670,000 pounds a year."
    ),
    5: T(
        "Spring 1757: four Prussian columns march into Bohemia before the allies are ready. In May"
        " the Austrians are beaten outside Prague and shut up in the city. In June Daun saves it"
        " at Kolin."
    ),
}

# By the number of the card, counted from 0 as in `fate_cards.FATES`.
CARD_STORIES: dict[int, Text] = {
    0: T(
        "October 1760: Tottleben’s Russians and Lacy’s Austrians march into Berlin. They collect a"
        " ransom, wreck the powder mills and leave after three days, when Frederick is said to be"
        " near."
    ),
    1: T(
        "The Russians win and then turn back: Apraxin after Gross-Jägersdorf in 1757, for which he"
        " is arrested, and Saltikov after Kunersdorf in 1759. Frederick calls that a miracle."
    ),
    2: T(
        "Rossbach, 5 November 1757: Soubise and Hildburghausen share the command and agree on"
        " little. Seydlitz charges their columns on the march, and an army almost twice as large"
        " as Frederick’s runs within two hours."
    ),
    3: T(
        "Beaten at Hastenbeck, Cumberland signs a convention at Kloster Zeven in September 1757"
        " that takes Hanover’s army out of the war. King George, his father, disowns it and gives"
        " the army to Ferdinand of Brunswick."
    ),
    4: T(
        "Richelieu takes Hanover in 1757 and lets his army help itself; his soldiers call him"
        " Father Plunder. With his own share he builds a pavilion in Paris, and the Parisians name"
        " it after Hanover."
    ),
    5: T(
        "June 1758: Frederick besieges Olmütz. At Domstadtl Laudon falls on the thousands of wagons"
        " that were to keep the siege going, and the king has to leave without the fortress."
    ),
    6: T(
        "Kunersdorf, 12 August 1759: Frederick loses more than a third of his army. Two horses are"
        " shot under him, a snuffbox stops a bullet, and in the evening he writes that he will not"
        " survive the ruin of his country."
    ),
    7: T(
        "Leuthen, 5 December 1757: with about half as many men as Karl von Lothringen, Frederick"
        " threatens one wing, marches on behind a row of hills and crushes the other. Karl never"
        " commands an army again."
    ),
    8: T(
        "After Liegnitz, in August 1760, Frederick writes to his brother that the Austrians are"
        " destroyed and that the Russians are next. The letter is meant to be intercepted. It is,"
        " and a Russian corps withdraws across the Oder."
    ),
    9: T(
        "Hochkirch, 14 October 1758: Keith has said that the Austrians deserve to be hanged if they"
        " leave this camp in peace. Daun attacks before dawn. Frederick loses a hundred guns, and"
        " Keith his life."
    ),
    10: T(
        "Freiberg, 29 October 1762: Prinz Heinrich wins the last great battle of the war in"
        " Germany. Frederick will call him the only one of them who never made a mistake."
    ),
    11: T(
        "Every summer a Swedish army crosses the Peene, and every winter it is back behind the"
        " walls of Stralsund, short of money, bread and horses. Even Ehrensvärd, the builder of"
        " Sveaborg, cannot change that."
    ),
    ELISABETH: T(
        "In January 1762 the Tsarina Elisabeth dies. Her nephew Peter worships Frederick: he makes"
        " peace, gives back all that Russia has conquered and even lends him a corps."
    ),
    INDIA: T(
        "Pondicherry, the French capital in India, is starved out by Eyre Coote and surrenders in"
        " January 1761. France will keep a few trading posts there, and no power."
    ),
    AMERICA: T(
        "In September 1759 Wolfe’s soldiers climb the cliffs at Québec by night. He and Montcalm"
        " both fall in the battle. The city surrenders, and a year later Montréal and all of"
        " Canada."
    ),
    SWEDEN_QUITS: T(
        "Without Russia, Sweden does not want to go on. Its queen Luise Ulrike, Frederick’s sister,"
        " helps to bring about the peace of Hamburg in May 1762. Nobody gains a village by it."
    ),
    LORD_BUTE: T(
        "The favourite of the new king, George III, is Lord Bute, and he is tired of German"
        " battles. Pitt resigns in October 1761; in the following spring the money for Prussia"
        " stops."
    ),
    POEMS: T(
        "Early in 1760 the verses of the Philosopher of Sanssouci are printed in Paris. They mock"
        " religion and crowned heads, and Frederick hastens to bring out a tamer edition: he needs"
        " friends who do not feel insulted."
    ),
}
