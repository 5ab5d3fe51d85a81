import { AwsV4Signer } from 'aws4fetch'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256Hex, signedHeaders } from './s3-signing.ts'

/** Keys of Amazon's documentation, "Signature Calculations for the Authorization Header". */
const KEY = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const DAY = new Date('2013-05-24T00:00:00Z')
const HOST = 'https://examplebucket.s3.amazonaws.com'
const signatureOf = (headers: Record<string, string>) => /Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')?.[1]

it.each([
  [
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    '',
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
])('文档里的例子 %s %s：签名一字不差', (method, path, headers, body, signed, signature) => {
  const made = signedHeaders({ method, url: new URL(path, HOST), headers, payload: sha256Hex(body) }, KEY, DAY)
  expect(made.authorization).toContain(`SignedHeaders=${signed},`)
  expect(signatureOf(made)).toBe(signature)
})

it('任意的对象名、内容、时间：与 aws4fetch 的签名相同', async () => {
  const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'PUT', 'HEAD', 'DELETE'),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.string(),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      async (method, words, body, at) => {
        const url = new URL(`https://bucket.oss-cn-hangzhou.aliyuncs.com:8443/${words.join('/')}`)
        const payload = sha256Hex(body)
        const ours = signedHeaders({ method, url, payload }, KEY, at)
        const theirs = await new AwsV4Signer({
          method,
          url: url.href,
          headers: { 'x-amz-content-sha256': payload },
          accessKeyId: KEY.accessKey,
          secretAccessKey: KEY.secret,
          service: 's3',
          region: KEY.region,
          datetime: ours['x-amz-date'] ?? '',
        }).sign()
        expect(theirs.headers.get('authorization')).toBe(ours.authorization)
      },
    ),
    { numRuns: 40 },
  )
})
