import { pinyin } from 'pinyin-pro'
import { describe, expect, it } from 'vitest'
import { createReader } from './reader.ts'

const read = createReader((character) => pinyin(character, { toneType: 'none', v: true }))
const syllables = (text: string) =>
  read(text)
    .map((reading, at) => reading?.syllable ?? text.charAt(at))
    .join(' ')

describe('药名的读音', () => {
  it.each([
    ['阿胶', 'e jiao'],
    ['阿莫西林', 'a mo xi lin'],
    ['东阿阿胶', 'dong e e jiao'],
    ['白术', 'bai zhu'],
    ['于术', 'yu zhu'],
    ['手术薄膜', 'shou shu bo mo'],
    ['重楼', 'chong lou'],
    ['重酒石酸', 'zhong jiu shi suan'],
    ['重组人干扰素', 'chong zu ren gan rao su'],
    ['茯苓', 'fu ling'],
    ['莪术', 'e zhu'],
    ['枳壳', 'zhi qiao'],
    ['枳椇子', 'zhi ju zi'],
    ['桔梗', 'jie geng'],
    ['桔子', 'ju zi'],
    ['枸杞', 'gou qi'],
    ['枸橼酸', 'ju yuan suan'],
    ['没药', 'mo yao'],
    ['没食子酸', 'mo shi zi suan'],
    ['厚朴', 'hou po'],
    ['血竭', 'xue jie'],
    ['蛤蚧', 'ge jie'],
    ['蛤蟆', 'ha ma'],
    ['海螵蛸', 'hai piao xiao'],
    ['荜茇', 'bi ba'],
    ['荜澄茄', 'bi cheng qie'],
    ['番泻叶', 'fan xie ye'],
    ['萝卜', 'luo bo'],
    ['莱菔子', 'lai fu zi'],
    ['咀嚼片', 'ju jue pian'],
    ['咯血', 'ka xue'],
    ['吡咯', 'bi luo'],
    ['藏红花', 'zang hong hua'],
    ['冷藏', 'leng cang'],
    ['参天', 'can tian'],
    ['玄参', 'xuan shen'],
    ['荨麻疹', 'xun ma zhen'],
    ['荸荠', 'bi qi'],
    ['芫荽', 'yan sui'],
    ['芫花', 'yuan hua'],
    ['酢浆草', 'cu jiang cao'],
    ['薤白', 'xie bai'],
    ['瞿麦', 'qu mai'],
    ['王不留行', 'wang bu liu xing'],
  ])('%s 读作 %s', (word, reading) => expect(syllables(word)).toBe(reading))

  it.each([
    ['嘧啶', 'mi ding'],
    ['吡嗪', 'bi qin'],
    ['呋喃', 'fu nan'],
    ['吲哚', 'yin duo'],
    ['喹啉', 'kui lin'],
    ['噻唑', 'sai zuo'],
    ['嘌呤', 'piao ling'],
    ['克肟', 'ke wo'],
    ['双胍', 'shuang gua'],
    ['羟基脲', 'qiang ji niao'],
    ['酰胺', 'xian an'],
    ['苷', 'gan'],
    ['酸酐', 'suan gan'],
    ['羧甲', 'suo jia'],
    ['甲巯咪唑', 'jia qiu mi zuo'],
    ['苄', 'bian'],
    ['萘', 'nai'],
    ['蒽醌', 'en kun'],
    ['甾', 'zai'],
    ['赖脯', 'lai fu'],
    ['缬沙坦', 'xie sha tan'],
    ['膦', 'lin'],
    ['砜', 'feng'],
    ['肼', 'jing'],
    ['腈', 'jing'],
    ['炔', 'que'],
    ['酞', 'tai'],
    ['噁', 'e'],
    ['绿', 'lv'],
    ['铝', 'lv'],
  ])('化学词根 %s 读作 %s', (word, reading) => expect(syllables(word)).toBe(reading))

  it.each([
    ['亳州', 'bo zhou'],
    ['蚌埠', 'beng bu'],
    ['厦门', 'xia men'],
    ['重庆', 'chong qing'],
    ['长春', 'chang chun'],
    ['乐山', 'le shan'],
    ['乐清', 'yue qing'],
    ['六安', 'lu an'],
    ['犍为', 'qian wei'],
    ['邛崃', 'qiong lai'],
    ['什邡', 'shi fang'],
    ['浚县', 'xun xian'],
    ['成都', 'cheng du'],
    ['番禺', 'pan yu'],
  ])('地名 %s 读作 %s', (word, reading) => expect(syllables(word)).toBe(reading))

  it('字母、数字代表自己，ü 写作 v，也可以打成 u', () => {
    expect(read('b12')).toEqual([null, null, null])
    expect(read('氯')[0]).toEqual({ syllable: 'lv', habits: ['lu', 'lyu'] })
  })
  it('习惯读音另列，不混入正确读音', () => {
    expect(read('白术')[1]).toEqual({ syllable: 'zhu', habits: ['shu'] })
    expect(read('α')[0]?.habits).toContain('aerfa')
  })
})
