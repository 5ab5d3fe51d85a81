/** How the other side makes sure that a message is ours, by language; the one of Node is run by a test. */
export const VERIFYING: Readonly<Record<string, string>> = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto'

// body：收到的字节，未解析。secret：whsec_ 开头的签名密钥。
export function isOurs(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\`).update(body).digest()
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  Java: `boolean isOurs(String secret, String id, String at, String signatures, byte[] body) throws Exception {
  if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(at)) > 300) return false;
  Mac mac = Mac.getInstance("HmacSHA256");
  mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
  mac.update((id + "." + at + ".").getBytes(StandardCharsets.UTF_8));
  byte[] expected = mac.doFinal(body);
  for (String one : signatures.split(" "))
    if (one.startsWith("v1,") && MessageDigest.isEqual(expected, Base64.getDecoder().decode(one.substring(3)))) return true;
  return false;
}`,
  'C#': `static bool IsOurs(string secret, string id, string at, string signatures, byte[] body) {
  if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(at)) > 300) return false;
  using var mac = new HMACSHA256(Convert.FromBase64String(secret.Substring(6)));
  var expected = mac.ComputeHash(Encoding.UTF8.GetBytes($"{id}.{at}.").Concat(body).ToArray());
  return signatures.Split(' ').Any(one => one.StartsWith("v1,")
    && CryptographicOperations.FixedTimeEquals(expected, Convert.FromBase64String(one.Substring(3))));
}`,
  PHP: `function is_ours(string $secret, string $id, string $at, string $signatures, string $body): bool {
  if (abs(time() - (int) $at) > 300) return false;
  $expected = base64_encode(hash_hmac('sha256', "$id.$at.$body", base64_decode(substr($secret, 6)), true));
  foreach (explode(' ', $signatures) as $one)
    if (hash_equals("v1,$expected", $one)) return true;
  return false;
}`,
  'SQL Server': `-- 数据库不宜直接收推送：用接口密钥按时来读，写入中间表（作业每分钟一次）。
-- GET /open/v1/orders?changed_after=<上一次的 cursor>，逐张 GET /open/v1/orders/{no}，
-- 落入中间表后 POST /open/v1/orders/{no}/ack。`,
}
