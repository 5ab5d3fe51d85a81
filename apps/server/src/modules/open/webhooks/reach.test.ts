import { type AddressInfo, createServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { VERIFYING } from '../keys/verifying.ts'
import { addressFault, isReachable, post } from './reach.ts'
import { pauseAfter, retryAfterMs } from './schedule.ts'
import { newSigningSecret, signatureOf } from './sign.ts'

describe('签名', () => {
  it('与标准的例子一个字节不差', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    expect(signatureOf([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('标准库验得过：中文、两个密钥中的任一个；改一个字、换一个密钥都验不过', () => {
    const [old, fresh, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
    const body = JSON.stringify({ type: 'order.paid', data: { company: '半夏大药房' } })
    const at = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': signatureOf([fresh, old], 'msg_1', at, body),
    }
    for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(other).verify(body, headers)).toThrow()
    expect(() => new Webhook(old).verify(body.replace('半', '全'), headers)).toThrow()
  })
})

describe('文档里的验签', () => {
  it('Node 的那一段照抄就能用：真的收，假的、旧的不收', async () => {
    const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(VERIFYING['Node.js'] ?? '')}`)
    const [secret, other] = [newSigningSecret(), newSigningSecret()]
    const body = Buffer.from(JSON.stringify({ type: 'order.paid', data: { company: '半夏大药房' } }))
    const at = Math.floor(Date.now() / 1000)
    const headers = (time: number, ...secrets: string[]) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(time),
      'webhook-signature': signatureOf(secrets, 'msg_1', time, body.toString()),
    })
    expect([isOurs(secret, headers(at, secret), body), isOurs(secret, headers(at, other, secret), body)]).toEqual([true, true])
    expect(isOurs(other, headers(at, secret), body)).toBe(false)
    expect(isOurs(secret, headers(at, secret), Buffer.from('{}'))).toBe(false)
    expect(isOurs(secret, headers(at - 400, secret), body)).toBe(false)
  })
})

describe('推送到哪里', () => {
  it.each([
    ['127.0.0.1', false],
    ['127.9.9.9', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['100.128.0.1', true],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['203.0.114.5', true],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:a9fe:a9fe', false],
    ['::7f00:1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['2606:4700::1', true],
    ['nonsense', false],
  ] as const)('%s 能到达：%s', (ip, may) => {
    expect(isReachable(ip, [])).toBe(may)
  })

  it('写下的地址：只收 https 的公网地址和常用端口；运维开放的内部网络除外', () => {
    const faults = (urls: readonly string[], allowed: readonly string[] = []) => urls.filter((url) => addressFault(url, allowed) !== '')
    const wrong = [
      ...[
        'http://erp.example.com/hook',
        'ftp://erp.example.com',
        'erp.example.com',
        'https://erp.example.com:22/',
        'https://a:b@erp.example.com/',
      ],
      ...[
        'https://erp.example.com/#x',
        'https://127.0.0.1/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://[::1]/',
        'https://[::ffff:127.0.0.1]/',
      ],
      ...['https://169.254.169.254/latest/meta-data', 'https://192.168.1.5/'],
    ]
    expect(faults(wrong)).toEqual(wrong)
    expect(faults(['https://erp.example.com/hook', 'https://erp.example.com:8443/hook?x=1'])).toEqual([])
    expect(faults(['http://192.168.1.5:9000/hook', 'https://192.168.1.5/'], ['192.168.0.0/16'])).toEqual([])
    expect(faults(['http://192.169.1.5/hook'], ['192.168.0.0/16'])).toEqual([])
    expect(faults(['https://10.0.0.1/hook', 'ftp://192.168.1.5/'], ['192.168.0.0/16'])).toHaveLength(2)
  })
})

describe('再发的间隔', () => {
  it('十次，合计约 76 小时，各有一成的摇摆', () => {
    const pauses = Array.from({ length: 9 }, (_, at) => pauseAfter(at + 1, 0.5) ?? 0)
    expect(pauses.map((ms) => ms / 1000)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000).toBeCloseTo(75.6, 0)
    expect(pauseAfter(10, 0.5)).toBeNull()
    expect([pauseAfter(2, 0), pauseAfter(2, 1)]).toEqual([270_000, 330_000])
  })

  it('对方说何时再来，就不早于那时，但不超过一天', () => {
    const now = new Date('2026-11-28T02:00:00Z')
    expect(retryAfterMs('120', now)).toBe(120_000)
    expect(retryAfterMs('Sat, 28 Nov 2026 02:10:00 GMT', now)).toBe(600_000)
    expect([retryAfterMs(undefined, now), retryAfterMs('soon', now), retryAfterMs('Fri, 27 Nov 2026 02:10:00 GMT', now)]).toEqual([0, 0, 0])
    expect(pauseAfter(1, 0.5, 120_000)).toBe(120_000)
    expect(pauseAfter(1, 0.5, 99 * 3_600_000)).toBe(24 * 3_600_000)
  })
})

describe('对方使坏', () => {
  it.each(['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n'])(
    '答非所问也有了结：%j',
    async (text) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => socket.end(text))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const heard = await post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', allowed: ['127.0.0.0/8'], timeoutMs: 2_000 })
      expect([heard.status, heard.fault]).toEqual(text.includes('101') ? [101, ''] : [null, '连接被断开'])
      server.close()
    },
    5_000,
  )
})
