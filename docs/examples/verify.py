import base64
import sys
import urllib.request
import zlib

import jwt

ISSUER = "https://health.example.org"


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # A redirect is an error then.


def fetch(url):
    with urllib.request.build_opener(NoRedirects).open(url, timeout=10) as reply:
        return reply.read(2**21).decode()


KEYS = {key.key_id: key.key for key in jwt.PyJWKSet.from_json(fetch(f"{ISSUER}/.well-known/jwks.json")).keys}


def claims_of(token, typ, **more):
    header = jwt.get_unverified_header(token)
    if header.get("typ") != typ or "crit" in header:
        sys.exit("This is another kind of token.")
    required = {"require": ["iat", "exp"]}
    return jwt.decode(token, KEYS[header["kid"]], ["ES256"], required, leeway=300, **more)


certificate = claims_of(sys.stdin.read().strip(), None, issuer=ISSUER)
place = certificate["status"]["status_list"]
if not place["uri"].startswith(f"{ISSUER}/"):
    sys.exit("The list is not the issuer's.")

status = claims_of(fetch(place["uri"]), "statuslist+jwt")
if status["sub"] != place["uri"] or status["status_list"]["bits"] != 1:
    sys.exit("This is another list.")
compressed = base64.urlsafe_b64decode(status["status_list"]["lst"] + "==")
bits = zlib.decompressobj().decompress(compressed, 2**20)
is_revoked = bits[place["idx"] // 8] >> place["idx"] % 8 & 1
print("revoked" if is_revoked else "genuine", certificate["given_name"], certificate["family_name"], certificate["statement"])
