package main

import (
	"bytes"
	"compress/zlib"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"os"
	"strings"
	"time"
)

const issuer = "https://health.example.org"

var client = http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func fetch(url string) string {
	reply := must(client.Get(url))
	defer reply.Body.Close()
	return string(must(io.ReadAll(io.LimitReader(reply.Body, 1<<21))))
}

func decode(text string) []byte { return must(base64.RawURLEncoding.Strict().DecodeString(text)) }

func parse[T any](content []byte) (value T) {
	must(0, json.Unmarshal(content, &value))
	return value
}

type claims struct {
	Iss, Sub, Given_name, Family_name, Statement string
	Iat, Exp                                     int64
	Status                                       struct{ Status_list struct{ Idx int; Uri string } }
	Status_list                                  struct{ Bits int; Lst string }
}

// The claims of a token that is valid now and was signed with a key of the issuer.
func verified(token, typ string) claims {
	parts := strings.Split(strings.TrimSpace(token), ".")
	if len(parts) != 3 {
		log.Fatal("This is no token.")
	}
	header := parse[struct{ Alg, Kid, Typ string; Crit []string }](decode(parts[0]))
	signature, hash := decode(parts[2]), sha256.Sum256([]byte(parts[0]+"."+parts[1]))
	if header.Alg != "ES256" || header.Typ != typ || header.Crit != nil || len(signature) != 64 {
		log.Fatal("This is another kind of token.")
	}
	number := func(content []byte) *big.Int { return new(big.Int).SetBytes(content) }
	jwks := parse[struct{ Keys []struct{ Kid, X, Y string } }]([]byte(fetch(issuer + "/.well-known/jwks.json")))
	for _, key := range jwks.Keys {
		public := ecdsa.PublicKey{Curve: elliptic.P256(), X: number(decode(key.X)), Y: number(decode(key.Y))}
		if key.Kid != header.Kid || !ecdsa.Verify(&public, hash[:], number(signature[:32]), number(signature[32:])) {
			continue
		}
		found, now := parse[claims](decode(parts[1])), time.Now().Unix()
		if found.Iat == 0 || found.Iat > now+300 || found.Exp <= now {
			log.Fatal("It has expired, or is not valid yet.")
		}
		return found
	}
	log.Fatal("No key of the issuer has signed this.")
	panic("not reached")
}

func main() {
	certificate := verified(string(must(io.ReadAll(os.Stdin))), "")
	place := certificate.Status.Status_list
	if certificate.Iss != issuer || !strings.HasPrefix(place.Uri, issuer+"/") {
		log.Fatal("The certificate or its list is not the issuer's.")
	}
	list := verified(fetch(place.Uri), "statuslist+jwt")
	if list.Sub != place.Uri || list.Status_list.Bits != 1 {
		log.Fatal("This is another list.")
	}
	compressed := must(zlib.NewReader(bytes.NewReader(decode(list.Status_list.Lst))))
	bits := must(io.ReadAll(io.LimitReader(compressed, 1<<20)))
	verdict := "genuine"
	if bits[place.Idx/8]>>(place.Idx%8)&1 == 1 {
		verdict = "revoked"
	}
	fmt.Println(verdict, certificate.Given_name, certificate.Family_name, certificate.Statement)
}
