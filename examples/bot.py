"""A bot that plays at random at all tables of a Chancery site where it is its turn.

CHANCERY_TOKEN=chancery_… python bot.py http://localhost:8000 [seconds between requests]
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.request

SITE, TOKEN = sys.argv[1].rstrip("/"), os.environ["CHANCERY_TOKEN"]
PAUSE = float(sys.argv[2]) if len(sys.argv) > 2 else 2


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{SITE}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


while True:
    try:
        tables = call("/tables?list=turns")["tables"]
        for path in (f"/tables/{table['slug']}" for table in tables):
            for asked in call(f"{path}/questions")["questions"]:
                action = random.choice(asked["legal"])["action"]
                answer = {"seat": asked["seat"], "question": asked["question"], "actions": [action]}
                call(f"{path}/act", answer)
        time.sleep(0 if tables else PAUSE)
    except (OSError, http.client.HTTPException, ValueError) as error:
        print(error)  # a lost connection, or a refusal: try again later
        if getattr(error, "code", 0) == 401:
            sys.exit("This token does not work.")
        time.sleep(PAUSE)
