import { describe, expect, it } from 'vitest'
import { approvalKind, deviceClass, isCreditCode, isEan13, isEmail, isPhone, parseTradeDate, tidy } from './identifiers.ts'

describe('统一社会信用代码', () => {
  it.each([
    ['91350100M000100Y43', true],
    ['91350100M000100Y44', false],
    ['91350100M000100Y4', false],
    ['91350100M000100I43', false],
    ['', false],
  ])('%s 的校验结果是 %s', (code, valid) => expect(isCreditCode(code)).toBe(valid))
})

describe('条形码', () => {
  it.each([
    ['6901028075831', true],
    ['6901028075832', false],
    ['690102807583', false],
    ['ts201362', false],
  ])('%s → %s', (code, valid) => expect(isEan13(code)).toBe(valid))
})

describe('批准文号说明商品是什么', () => {
  it.each([
    ['国药准字H20003872', 'chemical'],
    ['国药准字 z20090226', 'chinese'],
    ['国药准字S20003011', 'biological'],
    ['国药准字HJ20170120', 'chemical'],
    ['H20080439', 'chemical'],
    ['国械注准20203400204', 'device'],
    ['国食药监械（进）字2008-3403644号', 'device'],
    ['粤潮械备20140023', 'device'],
    ['京Y20030302', 'piece'],
    ['京卫药准字(1996)第130005号', 'other'],
    ['', 'none'],
  ])('%s → %s', (number, kind) => expect(approvalKind(number)).toBe(kind))

  it.each([
    ['国械注准20203400204', 3],
    ['沪械注准20162660123', 2],
    ['粤潮械备20140023', 1],
    ['国食药监械（进）字2008-3403644号', 3],
    ['无', null],
  ] as const)('器械 %s 是第 %s 类', (number, device) => expect(deviceClass(number)).toBe(device))
})

describe('日期的写法', () => {
  it.each([
    ['2026-05-31', '2026-05-31'],
    ['20260531', '2026-05-31'],
    ['2026/5/1', '2026-05-01'],
    ['2026年5月1日', '2026-05-01'],
    ['2028-02', '2028-02-29'],
    ['2027年02月', '2027-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['2027-02-29', null],
    ['202613', null],
    ['20', null],
    ['2026-00-01', null],
    ['批号', null],
    ['46173', '2026-05-31'],
    ['99999', null],
    ['20281', null],
  ])('有效期 %s → %s（只写到月的算到月底）', (text, date) => expect(parseTradeDate(text, 'end')).toBe(date))
  it('生产日期只写到月的算月初', () => expect(parseTradeDate('2026-05', 'start')).toBe('2026-05-01'))
})

it('手机号 11 位、第二位 3 到 9；座机写区号-号码', () => {
  expect(['13900000001', '19900000000', '0851-12345678', '010-1234567'].every(isPhone)).toBe(true)
  expect(['12900000001', '1390000000', '139000000011', '0851 12345678', ''].some(isPhone)).toBe(false)
})

it('全角变半角，空白并成一个', () => expect(tidy('　ＡＢＣ（１）　x\t y ')).toBe('ABC(1) x y'))

describe('邮箱：@ 与点的两边是字母、数字、下划线、短横线', () => {
  it.each(['chen@xiqiao.cn', 'chen.xi_1@mail.xi-qiao.com.cn', 'a@b.c', 'A-1@B_2.cn'])('%s 是邮箱', (text) =>
    expect(isEmail(text)).toBe(true),
  )
  it.each([
    '',
    'chen',
    'chen@',
    '@xiqiao.cn',
    'chen@xiqiao',
    'chen@@xiqiao.cn',
    'chen@xiqiao..cn',
    '.chen@xiqiao.cn',
    'chen.@xiqiao.cn',
    'chen xi@xiqiao.cn',
    '陈溪@xiqiao.cn',
    'chen+1@xiqiao.cn',
    `${'a'.repeat(100)}@b.cn`,
  ])('%s 不是邮箱', (text) => expect(isEmail(text)).toBe(false))
})
