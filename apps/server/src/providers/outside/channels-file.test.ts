import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue } from '../../../test/stand-ins/certificates.ts'
import { NO_CHANNELS, readChannels } from './channels-file.ts'

let folder: string
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const WECHAT = {
  mchid: '1900007291',
  appid: 'wxd678efh567hg6787',
  serial: '3775B6A45ACD588826D15E583A95F5DD12345678',
  key_file: 'wechat.pem',
  api_v3_key_file: 'v3.txt',
  public_key_files: { PUB_KEY_ID_0119: 'wechat-public.pem', ABCD1234ABCD: 'wechat-public.pem' },
}
const ALIPAY = {
  app_id: '2021000118623456',
  seller_id: '2088102147948060',
  key_file: 'alipay.txt',
  alipay_public_key_files: ['alipay-public.txt'],
}
const UNIONPAY = {
  mer_id: '777290058110048',
  key_file: 'wechat.pem',
  certificate_file: 'union.pem',
  root_files: ['union-root.pem'],
  middle_files: ['union-root.pem'],
}
const TEMPLATES = { code: { id: 'SMS_154950909', params: ['code'] }, shipped: { id: 'SMS_2', params: ['order'] } }
const ALIYUN = {
  service: 'aliyun',
  access_key_id: 'LTAI5tTestAccessKeyId01',
  access_key_secret_file: 'secret.txt',
  sign_name: '安衡药采',
  templates: TEMPLATES,
}
const TENCENT = {
  service: 'tencent',
  secret_id: 'AKIDtestsecretid0123456789',
  secret_key_file: 'secret.txt',
  sdk_app_id: '1400006666',
  sign_name: '安衡药采',
  templates: { code: { id: '1110', params: ['code', 'minutes'] } },
}
const SMS = { services: [ALIYUN, TENCENT], receipt_key_file: 'receipt.txt' }
const MAIL = {
  host: 'smtp.example.com',
  port: 465,
  user: 'shop@example.com',
  password_file: 'mail.txt',
  from: '安衡药采 <shop@example.com>',
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'channels-'))
  const [from, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2046-01-01T00:00:00Z')]
  const issued = async (of: { key?: typeof privateKey; until?: Date }) => {
    const made = await issue({ name: '测试', by: null, key: of.key ?? privateKey, isAuthority: true, from, until: of.until ?? until })
    return made.certificate.toString()
  }
  put('union.pem', await issued({}))
  put('union-root.pem', await issued({}))
  put('union-ended.pem', await issued({ until: new Date('2021-01-01T00:00:00Z') }))
  put('union-other.pem', await issued({ key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }))
  put('wechat.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  put('secret.txt', `kkkk${'s'.repeat(26)}\n`)
  put('receipt.txt', `kkkk${'r'.repeat(44)}\n`)
  put('mail.txt', 'kkkk 授权码\n')
  put('v3.txt', `${'k'.repeat(32)}\n`)
  put('wechat-public.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  // Alipay's own tool writes PKCS#1 without the lines around it.
  put('alipay.txt', privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'))
  put('alipay-public.txt', publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (content: unknown, publicUrl = 'https://shop.example') => {
  const problems: string[] = []
  const channels = readChannels(put('channels.json', typeof content === 'string' ? content : JSON.stringify(content)), publicUrl, problems)
  return { channels, problems }
}

it('两个渠道写全：密钥从旁边的文件读出，回调地址由 PUBLIC_URL 定', () => {
  const { channels, problems } = read({ wechat_pay: WECHAT, alipay: ALIPAY })
  expect(problems).toEqual([])
  expect(channels.wechatPay).toMatchObject({
    mchid: WECHAT.mchid,
    url: 'https://api.mch.weixin.qq.com',
    notifyUrl: 'https://shop.example/api/pay/notify/wechat_pay',
  })
  expect([...(channels.wechatPay?.platform.keys() ?? [])]).toEqual(['PUB_KEY_ID_0119', 'ABCD1234ABCD'])
  expect(channels.alipay).toMatchObject({
    appId: ALIPAY.app_id,
    notifyUrl: 'https://shop.example/api/pay/notify/alipay',
    returnOrigin: 'https://shop.example',
  })
})

it('银联：证书的序列号写成十进制，另一个名字与地址各有默认', () => {
  const { channels, problems } = read({ unionpay: UNIONPAY })
  expect(problems).toEqual([])
  expect(channels.unionPay).toMatchObject({
    merId: UNIONPAY.mer_id,
    url: 'https://gateway.95516.com/gateway/api',
    notifyUrl: 'https://shop.example/api/pay/notify/unionpay',
    trust: { name: '中国银联股份有限公司' },
  })
  expect(channels.unionPay?.certId).toMatch(/^\d{20,}$/)
})

it('短信与邮件：密钥、密码从旁边的文件读出，次序照写的，地址与加密有默认', () => {
  const { channels, problems } = read({ sms: SMS, mail: MAIL })
  expect(problems).toEqual([])
  expect(channels.sms).toMatchObject({
    receiptKey: `kkkk${'r'.repeat(44)}`,
    services: [
      {
        service: 'aliyun',
        options: { url: 'https://dysmsapi.aliyuncs.com', accessKeySecret: `kkkk${'s'.repeat(26)}`, templates: TEMPLATES },
      },
      { service: 'tencent', options: { url: 'https://sms.tencentcloudapi.com', region: 'ap-guangzhou', sdkAppId: '1400006666' } },
    ],
  })
  expect(channels.mail).toMatchObject({ host: 'smtp.example.com', tls: 'implicit', password: 'kkkk 授权码' })
  expect(read({ mail: { ...MAIL, port: 587 } }).channels.mail?.tls).toBe('starttls')
})

it('短信与邮件不许的：同一家两次、明文送密码', () => {
  expect(read({ sms: { ...SMS, services: [ALIYUN, ALIYUN] } }).problems.join()).toContain('同一家服务写了两次')
  expect(read({ mail: { ...MAIL, tls: 'none' } }).problems.join()).toContain('none 会把密码明文送出去')
  expect(read({ mail: { ...MAIL, host: '127.0.0.1', port: 2525, tls: 'none' } }).problems).toEqual([])
})

it('没有这个文件设置：没有渠道，也不算错', () => {
  const problems: string[] = []
  expect(readChannels(null, '', problems)).toEqual(NO_CHANNELS)
  expect(problems).toEqual([])
})

it.each([
  ['不是 JSON', '{', /不是 JSON/],
  ['商户号不对', { wechat_pay: { ...WECHAT, mchid: 'abc' } }, /wechat_pay\.mchid/],
  ['写错了名字', { wechatpay: WECHAT }, /CHANNELS_FILE/],
  ['私钥文件不在', { wechat_pay: { ...WECHAT, key_file: 'nowhere.pem' } }, /wechat_pay\.key_file nowhere\.pem/],
  ['私钥不是密钥', { wechat_pay: { ...WECHAT, key_file: 'v3.txt' } }, /wechat_pay\.key_file v3\.txt/],
  ['APIv3 密钥长度不对', { wechat_pay: { ...WECHAT, api_v3_key_file: 'wechat.pem' } }, /应是 32 个字符/],
  [
    '银联证书不是这把私钥的',
    { unionpay: { ...UNIONPAY, certificate_file: 'union-other.pem' } },
    /certificate_file union-other\.pem：证书与私钥不是一对/,
  ],
  ['银联证书已经到期', { unionpay: { ...UNIONPAY, certificate_file: 'union-ended.pem' } }, /证书已于 2021-01-01 到期/],
  ['银联的根证书不是证书', { unionpay: { ...UNIONPAY, root_files: ['v3.txt'] } }, /unionpay\.root_files v3\.txt/],
  ['短信没有验证码模板', { sms: { ...SMS, services: [{ ...ALIYUN, templates: {} }] } }, /sms\.services/],
  [
    '模板写了本店没有的参数',
    { sms: { ...SMS, services: [{ ...ALIYUN, templates: { code: { id: 'SMS_1', params: ['phone'] } } }] } },
    /sms\.services/,
  ],
  [
    '短信密钥文件是别的',
    { sms: { ...SMS, services: [{ ...ALIYUN, access_key_secret_file: 'mail.txt' }] } },
    /access_key_secret_file mail\.txt/,
  ],
  ['回执密钥太短', { sms: { ...SMS, receipt_key_file: 'mail.txt' } }, /receipt_key_file mail\.txt/],
  ['邮件密码文件不在', { mail: { ...MAIL, password_file: 'nowhere.txt' } }, /mail\.password_file nowhere\.txt/],
  ['发件人不是地址', { mail: { ...MAIL, from: '安衡药采' } }, /mail\.from/],
  ['支付宝公钥是私钥文件的路径', { alipay: { ...ALIPAY, alipay_public_key_files: ['v3.txt'] } }, /alipay_public_key_files v3\.txt/],
])('%s：说出是哪一项，不说内容', (_what, content, said) => {
  const { channels, problems } = read(content)
  expect(channels).toEqual(NO_CHANNELS)
  expect(problems.join('\n')).toMatch(said)
  expect(problems.join('\n')).not.toContain('kkkk')
  expect(problems.join('\n')).not.toContain('MII')
})

it('没有 PUBLIC_URL：渠道找不到商城，启动时就说', () => {
  expect(read({ alipay: ALIPAY }, '').problems.join()).toContain('PUBLIC_URL')
})

const STORAGE = {
  url: 'https://oss-cn-hangzhou.aliyuncs.com',
  region: 'cn-hangzhou',
  bucket: 'anheng-files',
  style: 'host',
  prefix: 'shop/',
  access_key: 'AKIDEXAMPLE',
  secret_key_file: 's3.txt',
}

it('对象存储和查毒程序：密钥从旁边的文件读出，不写的用默认', () => {
  put('s3.txt', 'wJalrXUtnFEMI/K7MDENG\n')
  const { channels, problems } = read({ object_storage: STORAGE, virus_scan: { socket: '/run/clamav/clamd.ctl' } })
  expect(problems).toEqual([])
  expect(channels.storage).toMatchObject({ secret: 'wJalrXUtnFEMI/K7MDENG', style: 'host', isWanted: true, keepDays: 35 })
  expect(channels.virusScan).toEqual({ socket: '/run/clamav/clamd.ctl' })
  const { style, prefix, ...few } = STORAGE
  const other = read({ object_storage: { ...few, files: 'database', keep_days: 90 }, virus_scan: { host: '10.0.0.8', port: 3310 } })
  expect([other.problems, style, prefix]).toEqual([[], 'host', 'shop/'])
  expect(other.channels.storage).toMatchObject({ style: 'path', prefix: '', isWanted: false, keepDays: 90 })
  expect(other.channels.virusScan).toEqual({ host: '10.0.0.8', port: 3310 })
})

it.each([
  ['密钥文件不在', { object_storage: { ...STORAGE, secret_key_file: 'nowhere.txt' } }, /object_storage\.secret_key_file nowhere\.txt/],
  ['密钥文件是别的东西', { object_storage: { ...STORAGE, secret_key_file: 'wechat.pem' } }, /应是一行密钥/],
  ['前缀会跑出去', { object_storage: { ...STORAGE, prefix: '../' } }, /object_storage\.prefix/],
  ['地址里带着密码', { object_storage: { ...STORAGE, url: 'https://me:pw@storage.lan' } }, /object_storage\.url/],
  ['不保留的天数', { object_storage: { ...STORAGE, keep_days: 0 } }, /object_storage\.keep_days/],
  ['套接字不是绝对路径', { virus_scan: { socket: 'clamd.ctl' } }, /virus_scan/],
])('对象存储和查毒程序，%s：启动时说出是哪一项', (_what, content, said) => {
  const { channels, problems } = read(content)
  expect([channels.storage, channels.virusScan]).toEqual([null, null])
  expect(problems.join('\n')).toMatch(said)
})
