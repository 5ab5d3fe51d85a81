import { describe, expect, it } from 'vitest'
import { deviceName, placeOfAddress } from './devices.ts'

describe('登录设备', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
      'Windows 电脑 · Edge',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Mac 电脑 · Safari',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.54', 'iPhone · 微信'],
    [
      'Mozilla/5.0 (Linux; Android 14; ALN-AL00) AppleWebKit/537.36 Chrome/114.0 Mobile Safari/537.36 HuaweiBrowser/15.0',
      '安卓手机 · 华为浏览器',
    ],
    ['Mozilla/5.0 (Linux; Android 13; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36', '安卓平板 · Chrome'],
    ['curl/8.5.0', '未知设备'],
    ['', '未知设备'],
  ])('%s → %s', (userAgent, expected) => {
    expect(deviceName(userAgent)).toBe(expected)
  })

  it.each([
    ['127.0.0.1', '本机'],
    ['::1', '本机'],
    ['::ffff:192.168.1.20', '局域网'],
    ['172.20.3.4', '局域网'],
    ['172.40.3.4', ''],
    ['203.0.113.9', ''],
  ])('地址 %s：%s', (ip, expected) => {
    expect(placeOfAddress(ip)).toBe(expected)
  })
})
