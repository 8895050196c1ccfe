"""What the pages say. Templates name a sentence, a speaker says it in the reader's language."""

from __future__ import annotations

from chancery.core.words import N_, Speaker, Template, Text, Word, say

WORDS: dict[str, Template] = {
    "tagline": N_("A referee, a table and an opponent for historical board games."),
    "play_now": N_("Play now"),
    "play_now_hint": N_("You against bots, at once, without an account."),
    "open_table": N_("Open a table"),
    "how_to_play": N_("How to play"),
    "your_name": N_("Your name"),
    "data_file": N_("A corrected data file instead of ours"),
    "our_data": N_("Our data file"),
    "seats": N_("Seats"),
    "options": N_("Options"),
    "me": N_("I play this seat"),
    "person_here": N_("Somebody at this screen"),
    "by_invitation": N_("Somebody I invite"),
    "name": N_("Name"),
    "open": N_("Open the table"),
    "sit_down": N_("Sit down here"),
    "free_seat": N_("free"),
    "invite": N_("Invite somebody with this link:"),
    "watching": N_("You are watching."),
    "waiting": N_("Waiting for {names}."),
    "curtain": N_("The screen is for {name} alone."),
    "curtain_button": N_("I am {name}: show my cards"),
    "undo": N_("Take back"),
    "closing": N_("Cannot be taken back"),
    "talk": N_("Talk"),
    "say": N_("Say"),
    "log": N_("What happened"),
    "notes": N_("My notes"),
    "keep": N_("Keep"),
    "kept": N_("Kept."),
    "position": N_("The position as text"),
    "type": N_("Type or search an action"),
    "do": N_("Play it"),
    "board": N_("The board; zoom with + and -, show all with 0, move with the arrow keys"),
    "nearer": N_("Zoom in"),
    "farther": N_("Zoom out"),
    "whole": N_("Show the whole board"),
    "find": N_("Find a place"),
    "matter": N_("Show where something can be done"),
    "goal": N_("Where to?"),
    "go": N_("Go there"),
    "step_by_step": N_("Step by step"),
    "cancel": N_("Cancel"),
    "titled": N_("{title}: {text}"),
    "says": N_("{name}:"),
    "standing": N_("In advance"),
    "agree": N_("End the game here by agreement"),
    "disagree": N_("Play on after all"),
    "agreed": N_("For ending here: {names}."),
    "closed": N_("The game was ended by agreement."),
    "resign": N_("Resign"),
    "resigned": N_("resigned"),
    "leave_to_bot": N_("Let a bot play for me"),
    "leave_sure": N_("A bot takes your seat for good. Leave the table?"),
    "replay": N_("Step through"),
    "first": N_("Beginning"),
    "back": N_("Back"),
    "forward": N_("Forward"),
    "last": N_("Now"),
    "step": N_("Step {n} of {all}"),
    "export": N_("Save the record"),
    "import": N_("Open a record file"),
    "try": N_("Try moves on a copy"),
    "private": N_("A private copy to try moves; nobody else sees it."),
    "home": N_("All games"),
    "language": N_("Language"),
    "theme": N_("Light or dark"),
    "over": N_("The game is over."),
    "fault": N_("That did not work"),
    "lost": N_("The connection is lost; trying again …"),
    "send": N_("Send"),
    "csrf": N_("The page was open for too long; load it again."),
    "join": N_("Create an account"),
    "enter": N_("Log in"),
    "leave": N_("Log out"),
    "account": N_("My account"),
    "account_name": N_("Name"),
    "name_or_mail": N_("Name or mail address"),
    "password": N_("Password"),
    "new_password": N_("New password"),
    "present_password": N_("Present password"),
    "mail": N_("Mail address"),
    "mail_hint": N_("For a forgotten password; you may leave it empty."),
    "join_hint": N_("Your tables stay yours, on every device."),
    "forgotten": N_("Forgotten the password?"),
    "send_link": N_("Send me a link"),
    "change_password": N_("Change the password"),
    "delete_account": N_("Delete the account"),
    "delete_hint": N_(
        "A bot plays on for you; finished games stay, but nobody is behind your name."
    ),
    "save": N_("Save"),
    "system_theme": N_("as the system"),
    "light_theme": N_("light"),
    "dark_theme": N_("dark"),
    "name_length": N_("A name has {least} to {most} letters."),
    "password_short": N_("A password has at least {n} letters."),
    "name_taken": N_("The name {name} is taken."),
    "wrong_password": N_("Name and password do not go together."),
    "said_so": N_("{text}"),
    "changed": N_("The password is changed. Other browsers have to log in again."),
    "deleted": N_("The account is deleted."),
    "mailed": N_("If there is such an account, a mail with a link is on its way."),
    "old_link": N_("This link is too old or was used already; ask for another."),
    "reset_subject": N_("A new password for Chancery"),
    "reset_mail": N_(
        "Hello {name},\n\nwith this link you choose a new password; it holds for a day:\n\n{link}"
        "\n\nIf you have not asked for it, do nothing."
    ),
    "you": N_("you"),
}


class Said:
    """The sentences of a page: `{{ w.play_now }}` in a template."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def __getitem__(self, name: str) -> str:
        return self._speaker.say(say(WORDS[name]))

    def text(self, name: str, /, **places: Word) -> str:
        """A sentence with places."""
        return self._speaker.say(phrase(name, **places))


def phrase(name: str, /, **places: Word) -> Text:
    """A sentence as a text."""
    return say(WORDS[name], **places)
