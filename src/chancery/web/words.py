"""What the pages say. Templates name a sentence, a speaker says it in the reader's language."""

from __future__ import annotations

from chancery.core.words import N_, NN_, Speaker, Template, Text, Word, say

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
    "by_invitation": N_("Open: whoever comes"),
    "invited_by_name": N_("Somebody I invite by name"),
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
    "mail_hint": N_("For a forgotten password and for notices; you may leave it empty."),
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
    # the lobby
    "tables": N_("Tables"),
    "your_turn": N_("Your turn"),
    "my_running": N_("Playing; others are to decide"),
    "my_waiting": N_("Not started yet"),
    "my_invitations": N_("You are invited"),
    "open_tables": N_("Open tables"),
    "watch_tables": N_("Games to watch"),
    "finished_tables": N_("Finished games"),
    "nothing_open": N_("No table is open at the moment. Open one yourself:"),
    "with": N_("with {names}"),
    "place": N_("place {n}"),
    "ended_early": N_("ended by agreement"),
    "free_of": N_("{free} of {all} seats free"),
    "until": N_("until {when}"),
    "terms": N_("How we play"),
    "table_title": N_("Name of the table"),
    "is_public": N_("Everybody sees it in the lobby"),
    "wait": N_("Start when everybody is there (otherwise at once)"),
    "shuffle": N_("Draw the seats by lot"),
    "pace": N_("Time for a move"),
    "live_pace": N_("no limit"),
    "days": NN_("{n} day", "{n} days"),
    "lapse": N_("After that"),
    "lapse_bot": N_("a bot plays on"),
    "lapse_open": N_("the seat is open"),
    "rated": N_("Count it in the ratings"),
    "rated_hint": N_("Only games between accounts, one seat each, and bots are counted."),
    "pace_bot": NN_(
        "{n} day for a move, then a bot plays on", "{n} days for a move, then a bot plays on"
    ),
    "pace_open": NN_(
        "{n} day for a move, then the seat is open", "{n} days for a move, then the seat is open"
    ),
    "is_rated": N_("rated"),
    "is_shuffled": N_("seats are drawn by lot"),
    "enter_to_sit": N_("Log in to sit down here: this game is rated."),
    "not_started": N_("The game has not started yet."),
    "seats_free": NN_("{n} seat is free.", "{n} seats are free."),
    "all_there": N_("Everybody is there."),
    "change_seat": N_("Change seats"),
    "start": N_("Start"),
    "start_with_bots": N_("Start, with bots in the free seats"),
    "stand_up": N_("Leave the table"),
    "call_off": N_("Call the table off"),
    "called_off": N_("The table was called off."),
    "make_free": N_("Make it free"),
    "give_to_bot": N_("Give it to a bot"),
    "invite_name": N_("Invite somebody by name"),
    "send_invitation": N_("Invite"),
    "is_invited": N_("invited: {name}"),
    "decline": N_("Say no"),
    "bot_plays_on": N_("You missed a deadline: a bot plays for you."),
    "come_back": N_("Play myself again"),
    "rematch": N_("Play once more"),
    "notify": N_("Tell me here when it is my turn"),
    "notify_on": N_("This browser tells you when it is your turn."),
    "notify_denied": N_("This browser does not allow notifications."),
    "turn_at": N_("{game}: it is your turn."),
    # -- notices
    "at_title": N_("at “{title}”"),
    "at_names": N_("with {names}"),
    "at_own": N_("at your own table"),
    "notice_turn": N_("{game}: your turn {at}"),
    "notice_reminder": N_("{game}: your time is running out {at}"),
    "notice_lapsed": N_("{game}: your time is up {at}"),
    "notice_over": N_("{game}: the game {at} is over"),
    "notice_begun": N_("{game}: the game {at} begins"),
    "notice_invited": N_("{game}: you are invited to play {at}"),
    "notice_full": N_("{game}: all seats are taken {at}"),
    "notice_test": N_("A test of your notices"),
    "test_works": N_("Chancery reaches you here."),
    "decide_by": N_("Decide by {day}, {time} UTC."),
    "lapsed_bot": N_("A bot plays on for you; you can take your seat back at any time."),
    "lapsed_open": N_("Your seat is open for others."),
    "full_start": N_("Start the game when you are ready."),
    "notices_turns": N_("Your turn at {n} tables"),
    "notices_news": N_("News from {n} tables"),
    "notices_more": NN_("… and one more piece of news", "… and {n} more pieces of news"),
    "notices_hello": N_("Hello {name},"),
    "notices_footer": N_(
        "You get this mail because you asked Chancery for notices. No more of them: {link}"
    ),
    "notices": N_("Notices"),
    "notices_hint": N_(
        "Chancery tells you when it is your turn, when your time runs out, when a game begins or is"
        " over, and when somebody invites you."
    ),
    "notices_no_mail": N_("To get notices by mail, save a mail address above."),
    "unconfirmed": N_(
        "{mail} is not confirmed yet: open the link in the mail that was sent there."
    ),
    "send_again": N_("Send the link again"),
    "by_mail": N_("Mails to {mail}"),
    "hook": N_("Web hook"),
    "hook_hint": N_(
        "An address of Discord, or of a server of your own, that takes messages; leave it empty for"
        " none."
    ),
    "send_test": N_("Send a test"),
    "mail_channel": N_("Mail"),
    "on_its_way": N_("A message is on its way."),
    "works": N_("Nothing has gone wrong."),
    "next_try": N_("It is tried again on {day} at {time} UTC."),
    "try_now": N_("Try again now"),
    "confirm_subject": N_("Your mail address at Chancery"),
    "confirm_mail": N_(
        "Hello {name},\n\nwith this link you confirm that notices from Chancery may come to this"
        " address; it holds for a week:\n\n{link}\n\nIf you have not asked for it, do nothing."
    ),
    "confirm": N_("Confirm the mail address"),
    "confirm_ask": N_("Notices for {name} are to come to {mail}."),
    "confirmed": N_("The mail address is confirmed: notices come to it from now on."),
    "unsubscribe": N_("Get no more notices by mail"),
    "unsubscribe_ask": N_("Mails to {mail} can be switched on again in the settings."),
    "unsubscribed": N_("No more notices come by mail."),
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
