import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.zip.InflaterInputStream;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;

public class Verify {
  static final String ISSUER = "https://health.example.org";

  static String fetch(String url) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10)).build();
    var reply = HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()); // Follows no redirects.
    try (var body = reply.body()) {
      return new String(body.readNBytes(1 << 21));
    }
  }

  static JwtConsumerBuilder rules() throws Exception {
    var keys = new JsonWebKeySet(fetch(ISSUER + "/.well-known/jwks.json")).getJsonWebKeys();
    return new JwtConsumerBuilder()
        .setVerificationKeyResolver(new JwksVerificationKeyResolver(keys))
        .setJwsAlgorithmConstraints(ConstraintType.PERMIT, "ES256")
        .setRequireIssuedAt().setRequireExpirationTime().setAllowedClockSkewInSeconds(300);
  }

  public static void main(String[] args) throws Exception {
    var token = new String(System.in.readAllBytes()).trim();
    var read = rules().setExpectedIssuer(ISSUER).build().process(token);
    if (read.getJoseObjects().get(0).getHeader("typ") != null) throw new Exception("This is another kind of token.");
    var certificate = read.getJwtClaims();
    var place = (Map<?, ?>) ((Map<?, ?>) certificate.getClaimValue("status")).get("status_list");
    var uri = (String) place.get("uri");
    var idx = ((Number) place.get("idx")).intValue();
    if (!uri.startsWith(ISSUER + "/")) throw new Exception("The list is not the issuer's.");

    var list = rules().setExpectedSubject(uri).setExpectedType(true, "statuslist+jwt").build().processToClaims(fetch(uri));
    var statusList = (Map<?, ?>) list.getClaimValue("status_list");
    if (((Number) statusList.get("bits")).intValue() != 1) throw new Exception("This is another kind of list.");
    var compressed = Base64.getUrlDecoder().decode((String) statusList.get("lst"));
    var bits = new InflaterInputStream(new ByteArrayInputStream(compressed)).readNBytes(1 << 20);
    var isRevoked = (bits[idx / 8] >> idx % 8 & 1) == 1;
    System.out.println((isRevoked ? "revoked " : "genuine ") + certificate.getStringClaimValue("given_name") + " "
        + certificate.getStringClaimValue("family_name") + " " + certificate.getStringClaimValue("statement"));
  }
}
