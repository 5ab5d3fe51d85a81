import { describe, expect, it } from 'vitest'
import { parseReadings } from './readings.ts'

describe('冷链温度记录的读法', () => {
  it('记录仪导出的各种写法：表头跳过，行号在前、湿度在后都认得，时间按北京时间', () => {
    const text = '序号,时间,温度(℃),湿度\r\n1,2026-11-23 10:00,4.5,61\r\n2,2026/11/23 10:05:30\t-0.26\n\n2026年11月23日 10:10；5'
    expect(parseReadings(text)).toEqual({
      readings: [
        { at: new Date('2026-11-23T02:00:00Z'), celsius: 4.5 },
        { at: new Date('2026-11-23T02:05:30Z'), celsius: -0.3 },
        { at: new Date('2026-11-23T02:10:00Z'), celsius: 5 },
      ],
      faults: [],
    })
  })

  it('时间后面带秒的小数、时区的：不当成温度，时刻按它的时区；上午下午、华氏度、贴在一起的不猜', () => {
    const read = (line: string) => {
      const { readings, faults } = parseReadings(line)
      return readings.map(({ at, celsius }) => `${at.toISOString()} ${celsius}`)[0] ?? faults[0]?.message
    }
    expect(read('2026-11-22T18:00:00+08:00,15.0')).toBe('2026-11-22T10:00:00.000Z 15')
    expect(read('2026-11-22T10:00:00Z,15.0')).toBe('2026-11-22T10:00:00.000Z 15')
    expect(read('2026-11-22T10:00:00.000Z,15.0')).toBe('2026-11-22T10:00:00.000Z 15')
    expect(read('2026-11-22 18:00:00.000,15.0')).toBe('2026-11-22T10:00:00.000Z 15')
    expect(read('2026-11-22T11:00:00+0100,15.0')).toBe('2026-11-22T10:00:00.000Z 15')
    expect(read('2026-11-22 18:00,-18.5')).toBe('2026-11-22T10:00:00.000Z -18.5')
    for (const line of ['2026-11-22 6:00 PM,15', '2026-11-22 6:00:00 下午,15', '2026-11-22 18:00:00.5.5,15', '2026-11-22 18:000,15'])
      expect([line, read(line)]).toEqual([line, '时间写法不认识，应写成 2026-11-23 10:00'])
    expect(read('2026-11-22 18:00,41°F')).toBe('温度应是摄氏度')
    expect(read('2026-11-22 18:00,1e5')).toBe('没有温度')
    expect(read('2026-11-22 18:00,12345')).toBe('没有温度')
  })

  it('读不懂的行指名第几行；日期不存在、不像温度、没有温度各有说法', () => {
    const text = '2026-11-23 10:00,4\n2026-02-30 10:00,4\n2026-11-23 10:05,180\n2026-11-23 10:10\n乱码'
    const { readings, faults } = parseReadings(text)
    expect(readings).toHaveLength(1)
    expect(faults).toEqual([
      { line: 2, message: '时间不存在' },
      { line: 3, message: '180 ℃ 不像温度' },
      { line: 4, message: '没有温度' },
      { line: 5, message: '没有时间，应写成 2026-11-23 10:00' },
    ])
    expect(parseReadings('你好\n世界').faults).toEqual([{ line: 1, message: '没有一行带时间和温度' }])
  })
})
