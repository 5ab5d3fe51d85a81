import openApiUtil from '@alicloud/openapi-util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acsHeaders, acsQuery } from './acs-signing.ts'
import { tc3Headers } from './tc3-signing.ts'

/** Signatures as the services' own documentation prints them, and as Alibaba's own package makes them. */

const signatureIn = (authorization = '') => /Signature=([0-9a-f]{64})$/.exec(authorization)?.[1]

describe('阿里云 ACS3', () => {
  it('与文档的例子一致', () => {
    const headers = acsHeaders(
      { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
      {
        method: 'POST',
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
        body: '',
        nonce: '3156853299f313e23d1673dc12e1703d',
        now: new Date('2023-10-26T10:22:32Z'),
      },
    )
    expect(signatureIn(headers.authorization)).toBe('06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0')
  })

  it('与阿里云自己的包一致，参数的值是什么文字都一样', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,12}$/), fc.string({ unit: 'grapheme' }), { noNullPrototype: true }),
        (texts) => {
          const query = { ...texts, PhoneNumbers: '13911150001', TemplateParam: '{"code":"012345"}', SignName: "安衡药采 (1)*'!~" }
          const keys = { accessKeyId: 'LTAI5tTestAccessKeyId01', accessKeySecret: 'secret' }
          const request = {
            method: 'POST',
            host: 'dysmsapi.aliyuncs.com',
            action: 'SendSms',
            version: '2017-05-25',
            query,
            body: '',
          } as const
          const { authorization = '', ...headers } = acsHeaders(keys, { ...request, nonce: 'n', now: new Date('2026-11-28T02:00:00Z') })
          const theirs = openApiUtil.getAuthorization(
            { method: 'POST', pathname: '/', query, headers, protocol: 'https', port: 443 } as never,
            'ACS3-HMAC-SHA256',
            headers['x-acs-content-sha256'] ?? '',
            keys.accessKeyId,
            keys.accessKeySecret,
          )
          expect(authorization).toBe(theirs)
          // What is sent says the same as what was signed.
          expect(Object.fromEntries(new URLSearchParams(acsQuery(query)))).toEqual(query)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('腾讯云 TC3', () => {
  it('与文档的例子一致', () => {
    const headers = tc3Headers(
      { secretId: 'AKID********************************', secretKey: '********************************' },
      {
        service: 'cvm',
        host: 'cvm.tencentcloudapi.com',
        action: 'DescribeInstances',
        version: '2017-03-12',
        region: 'ap-guangzhou',
        body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
        now: new Date(1_551_113_065_000),
      },
    )
    expect(signatureIn(headers.authorization)).toBe('10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f')
    expect(headers['x-tc-timestamp']).toBe('1551113065')
  })
})
