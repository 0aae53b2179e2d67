# For a shell of the guides: Greta certifies Jan's child Mia (born on $BORN) at the variant A of $A. With confirmed or
# invited registration, $INVITATION is the doctor's code.
value() { sed -n 's/.*"'$1'":"\([^"]*\)".*/\1/p'; }    # takes a member out of a reply
post() { curl -s -X POST "$A$1" -d "$2"; }
arrive() {    # registers and logs in: first name, last name, role, invitation; answers the session
  post /api/Auth/register '{"firstName": "'$1'", "lastName": "'$2'", "email": "'$1'@example.org",
    "password": "vT9#mossy-lantern", "role": "'$3'", "invitation": "'${4-}'"}' > /dev/null
  post /api/Auth/login '{"email": "'$1'@example.org", "password": "vT9#mossy-lantern"}' | value id
}
myself() { curl -s $A/api/Auth/me -H "Authorization: Bearer $1" | value ID; }

GRETA=$(arrive Greta Holm Doc ${INVITATION-})
JAN=$(arrive Jan Jansen Par)
CHILD=$(post /api/Auth/child '{"id": "'$JAN'", "firstName": "Mia", "lastName": "Jansen", "birthDate": "'${BORN-2019-02-28}'",
  "socSecNum": "756.1234.5678.97"}' | value ChildID)
CASE=$(post /api/Case '{"id": "'$JAN'", "ChildID": "'$CHILD'", "DocID": "'$(myself $GRETA)'", "title": "Asthma"}' | value CaseID)
TASK=$(post /api/Case/$CASE/tasks '{"id": "'$GRETA'", "title": "Measure lung function"}' | value TaskID)
post /api/Task/$TASK/close '{"id": "'$GRETA'"}' > /dev/null
post /api/Case/$CASE/certreq '{"id": "'$JAN'"}' > /dev/null
post /api/Case/$CASE/certreq/issue '{"id": "'$GRETA'", "statement": "Fit for sports"}' > /dev/null
CERTIFICATE=$(mktemp)
post /api/Case/$CASE/certreq/document '{"id": "'$JAN'"}' | value token > $CERTIFICATE
