import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openSmtp, type SmtpStandIn, smtpOptions } from '../../../test/stand-ins/smtp.ts'
import { NotReached, Refused, Unanswered } from '../outside/ask.ts'
import { smtpMailer } from './mailer.ts'

let server: SmtpStandIn
let offersTls: SmtpStandIn
beforeAll(async () => {
  server = await openSmtp()
  offersTls = await openSmtp({ tls: true })
})
afterAll(() => Promise.all([server.stop(), offersTls.stop()]))
afterEach(() => {
  server.mood = {}
  server.mails.length = 0
})

const MAIL = {
  to: 'caiwu@example.com',
  subject: '[安衡药采] 渠道账单有 2 条差异待处理',
  text: '第一行\n第二行',
  id: '<k.2026-11-28@shop.example>',
}
const faultOf = (options: Partial<Parameters<typeof smtpMailer>[0]>, mail = MAIL): Promise<unknown> =>
  smtpMailer({ ...smtpOptions(server.port), ...options })
    .send(mail)
    .then(
      () => null,
      (error: unknown) => error,
    )

it('登录后送出，中文标题、正文与编号都在', async () => {
  const { serviceId } = await smtpMailer(smtpOptions(server.port)).send(MAIL)
  expect(serviceId).toMatch(/^250/)
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: 'shop@example.com', to: ['caiwu@example.com'] })
  expect(mail?.raw).toContain('Message-ID: <k.2026-11-28@shop.example>')
  expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(Buffer.from(/\r\n\r\n([\s\S]+)$/.exec(mail?.raw ?? '')?.[1] ?? '', 'base64').toString()).toBe('第一行\n第二行')
})

it('标题里的换行成不了另一个信头', async () => {
  await smtpMailer(smtpOptions(server.port)).send({ ...MAIL, subject: '甲\r\nBcc: x@example.com' })
  expect(server.mails[0]?.to).toEqual(['caiwu@example.com'])
  expect(server.mails[0]?.raw).not.toMatch(/^Bcc:/m)
})

it('密码不对、没有这个人、永久拒收：不再试', async () => {
  expect(await faultOf({ password: 'wrong' })).toBeInstanceOf(Refused)
  expect(await faultOf({}, { ...MAIL, to: 'nobody@example.com' })).toBeInstanceOf(Refused)
  server.mood = { refuse: { code: 554, text: 'spam' } }
  expect(await faultOf({})).toBeInstanceOf(Refused)
})

it('没有人在、暂时不收、对方的证书没有人担保：肯定没有送出，以后再试', async () => {
  const gone = await openSmtp()
  await gone.stop()
  expect(await faultOf({ port: gone.port })).toBeInstanceOf(NotReached)
  server.mood = { refuse: { code: 451, text: 'greylisted' } }
  expect(await faultOf({})).toBeInstanceOf(NotReached)
  expect(await faultOf({ port: offersTls.port, tls: 'starttls' })).toBeInstanceOf(NotReached)
  // It offers no encryption at all: the password stays here.
  expect(await faultOf({ tls: 'starttls' })).toBeInstanceOf(NotReached)
})

it('收下之后断了线：不知道', async () => {
  server.mood = { deaf: true }
  const fault = await faultOf({})
  expect(fault).toBeInstanceOf(Unanswered)
  expect(fault).not.toBeInstanceOf(NotReached)
  expect(fault).not.toBeInstanceOf(Refused)
  expect(server.mails).toHaveLength(1)
})
