/** How a request is signed, in the languages that ERPs are written in; a test runs the first and holds the vector to it. */

/** A signature to try one's own against. */
export const SIGNED_VECTOR = {
  secret: 'ak_live_ExampleExampleExampleExampleExampleExampleExample',
  method: 'GET',
  url: '/open/v1/orders?limit=2',
  at: '1764300000',
  nonce: '0123456789abcdef',
  body: '',
  once: '',
  sign: 'bf4ed1d3266dbe2dcd18f573afe4bbd5616fa899ad4967620f09122c7723b454',
} as const

export const SIGNING: Readonly<Record<string, string>> = {
  'Node.js': `import { createHash, createHmac, randomBytes } from 'node:crypto'

export function authorization(secret, method, url, body = '', once = '', at = String(Math.floor(Date.now() / 1000)), nonce = randomBytes(16).toString('hex')) {
  const hash = createHash('sha256').update(body).digest('hex')
  const sign = createHmac('sha256', secret).update([method, url, at, nonce, hash, once].join('\\n')).digest('hex')
  return \`AK1 key=\${secret.slice(0, 16)},at=\${at},nonce=\${nonce},body=\${hash},sign=\${sign}\`
}`,
  'C#': `static string Authorization(string secret, string method, string url, byte[] body, string once = "") {
  var at = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
  var nonce = Convert.ToHexString(RandomNumberGenerator.GetBytes(16)).ToLowerInvariant();
  var hash = Convert.ToHexString(SHA256.HashData(body)).ToLowerInvariant();
  using var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secret));
  var sign = Convert.ToHexString(mac.ComputeHash(Encoding.UTF8.GetBytes(string.Join("\\n", method, url, at, nonce, hash, once)))).ToLowerInvariant();
  return $"AK1 key={secret.Substring(0, 16)},at={at},nonce={nonce},body={hash},sign={sign}";
}`,
}
