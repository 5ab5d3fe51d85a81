import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPaper } from '../checking.ts'
import { makeSigned, stepsOf } from '../drawing/paper.ts'
import { certificateAlarm, daysLeft, isInForce } from '../standing.ts'
import { openSigner } from './signer.ts'

const COMPANY = '示例医药有限公司'
const PASSWORD = ' secret 密码 '
let folder: string
const at = (name: string) => join(folder, name)
const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
const signerOf = (p12: string, password = PASSWORD, company = COMPANY) =>
  openSigner({ demo: false, dataDir: folder, signing: { p12: at(p12), password, timestampUrl: '' } }, company, new Date())

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A certificate below the root, packed with its key. */
function issue(
  name: string,
  subject: string,
  { key = 'rsa:2048', days = '400', extra = 'keyUsage=digitalSignature,nonRepudiation', chain = true } = {},
) {
  writeFileSync(at(`${name}.ext`), `basicConstraints=CA:FALSE\n${extra}\n`)
  const curve = key === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', key]
  openssl('req', ...curve, '-nodes', '-utf8', '-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-days',
    days,
    '-extfile',
    `${name}.ext`,
    '-out',
    `${name}.pem`,
  )
  const certs = chain ? ['-certfile', 'root.pem'] : []
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    `${name}.key`,
    '-in',
    `${name}.pem`,
    ...certs,
    '-passout',
    `pass:${PASSWORD}`,
    '-out',
    `${name}.p12`,
  )
}

describe.skipIf(!hasOpenssl())('真实商城的签章证书（PKCS#12）', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'p12-'))
    mkdirSync(folder, { recursive: true })
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-utf8',
      '-subj',
      '/C=CN/CN=示例认证中心',
      '-days',
      '3000',
      '-keyout',
      'root.key',
      '-out',
      'root.pem',
    )
    issue('good', `/C=CN/O=${COMPANY}/CN=${COMPANY}`)
    issue('ec', `/C=CN/O=${COMPANY}/CN=${COMPANY}`, { key: 'ec' })
    issue('other', '/C=CN/CN=别家医药有限公司')
    issue('web', `/C=CN/CN=${COMPANY}`, { extra: 'keyUsage=digitalSignature\nextendedKeyUsage=serverAuth,clientAuth' })
    issue('small', `/C=CN/CN=${COMPANY}`, { key: 'rsa:1024' })
    issue('alone', `/C=CN/CN=${COMPANY}`, { chain: false })
    writeFileSync(at('broken.p12'), 'not a key store')
    openssl('pkcs12', '-export', '-nokeys', '-in', 'good.pem', '-passout', `pass:${PASSWORD}`, '-out', 'nokey.p12')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['good', 'ec'])('打得开、密钥与证书一对、链完整、主体是供方：签出的单据连到它的根证书（%s）', async (name) => {
    const signer = await signerOf(`${name}.p12`)
    expect(signer?.facts).toMatchObject({ subject: COMPANY, issuer: '示例认证中心', isDemo: false })
    const options = { title: '单', author: COMPANY, footer: '单', madeAt: new Date() }
    const signing = { key: signer?.key as never, reason: '出库', field: 'Shop', at: new Date() }
    const { bytes } = await makeSigned(
      options,
      stepsOf((page) => page.paragraph('出库单')),
      signing,
    )
    const root = openssl('x509', '-in', 'root.pem', '-outform', 'DER')
    expect(await checkPaper(bytes, [root])).toMatchObject({ good: true, signatures: [{ subject: COMPANY }] })
  })

  it.each([
    ['nowhere.p12', PASSWORD, '读不到文件'],
    ['broken.p12', PASSWORD, '不是完整的 PKCS#12'],
    ['good.p12', 'wrong', '密码不对，请检查 SIGNING_P12_PASSWORD'],
    ['nokey.p12', PASSWORD, '文件里没有私钥'],
    ['other.p12', PASSWORD, '证书主体是“别家医药有限公司”，与设置里的供方名称“示例医药有限公司”不一致'],
    ['web.p12', PASSWORD, '这是网站（HTTPS）证书'],
    ['small.p12', PASSWORD, 'RSA 密钥不足 2048 位'],
    ['alone.p12', PASSWORD, '缺少签发者的证书'],
  ])('%s：启动时用一句话说清错在哪里，密码不出现在话里', async (name, password, sentence) => {
    const said = await signerOf(name, password).catch((error: Error) => error.message)
    expect(said).toContain(`签章证书 SIGNING_P12：`)
    expect(said).toContain(sentence)
    expect(said).not.toContain(password)
  })

  it('没有设：演示用自己的，真实商城没有；供方名称还没写时不比对', async () => {
    const none = { p12: '', password: '', timestampUrl: '' }
    expect(await openSigner({ demo: false, dataDir: folder, signing: none }, COMPANY, new Date())).toBeNull()
    expect((await openSigner({ demo: true, dataDir: folder, signing: none }, COMPANY, new Date()))?.facts.isDemo).toBe(true)
    expect((await signerOf('good.p12', PASSWORD, ''))?.facts.subject).toBe(COMPANY)
  })
})

describe('证书还有多久', () => {
  const facts = { validFrom: new Date('2026-01-01T00:00:00Z'), validUntil: new Date('2027-01-01T00:00:00Z') } as never
  it.each([
    ['2026-06-01', '', true],
    ['2026-11-01', '', true],
    ['2026-11-02', '还有 60 天', true],
    ['2026-12-31', '还有 1 天', true],
    ['2027-01-02', '已于 2027-01-01 到期', false],
    ['2025-12-01', '才生效', false],
  ])('%s：%s', (day, words, inForce) => {
    const now = new Date(`${day}T00:00:00Z`)
    const said = certificateAlarm(facts, now)
    if (words === '') expect(said).toBe('')
    else expect(said).toContain(words)
    expect(isInForce(facts, now)).toBe(inForce)
    expect(daysLeft(facts, new Date('2026-12-31T00:00:00Z'))).toBe(1)
  })
  it('没有证书：说怎么办', () => expect(certificateAlarm(null, new Date())).toContain('SIGNING_P12'))
})
