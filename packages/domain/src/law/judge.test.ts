import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'
import type { LawGoods } from './judgement.ts'
import { normaliseName } from './normalise.ts'
import { compileRules, LawFilesError, rulesVersionOn } from './rules.ts'

const NAMES = 'name\tclass\tenglish\tother_names\ttrade_names\tshort_names\tforms\tin_force_from\tin_force_to\tsource\tnote'
const CLUES = 'column\tmatch\twords\tclass\tverdict\tunless\tin_force_from\tin_force_to\tsource\tnote'
const FILES = {
  'narcotics.tsv': `${NAMES}
吗啡\t麻醉药品\tMorphine\t\t美施康定\t~路泰\t\t\t\t目录\t
哌替啶\t麻醉药品\tPethidine\t\t度冷丁\t\t\t\t\t目录\t
可待因\t麻醉药品\tCodeine\t\t\t\t单方\t\t\t目录\t
可卡因\t麻醉药品\t\t\t\t\texcept:辛可卡因\t\t\t目录\t
奥赛利定\t麻醉药品\t\t\t\t\t\t2023-07-01\t\t2023年第43号公告\t`,
  'psychotropics.tsv': `${NAMES}
含可待因复方口服液体制剂\t精神药品\t\t\t\t\tcompound:可待因+*|oral-liquid\t2015-05-01\t\t2015年公告\t
右美沙芬\t精神药品\t\t\t\t\t单方\t2024-07-01\t\t2024年第54号公告\t
依托咪酯\t精神药品\t\t\t\t\texcept:injection\t\t\t公告\t
旧名药品甲\t精神药品\t\t\t\t\t\t\t2024-12-31\t目录\t
阿普唑仑\t精神药品\t\t\t佳乐定\t\t\t\t\t目录\t`,
  'toxic.tsv': `${NAMES}
阿托品\t医疗用毒性药品\t\t\t\t\traw\t\t\t附表\t`,
  'toxic-herbs.tsv': `name\tclass\tother_names\traw_names\tbare\tprocessed\tprocessed_names\tin_force_from\tin_force_to\tsource\tnote
半夏\t医疗用毒性药品\t\t\t存疑\t放行\t半夏曲\t\t\t附表\t
红粉\t医疗用毒性药品\t\t\t拒绝\t拒绝\t\t\t\t附表\t`,
  'herbs.tsv': 'group\twords\tnote\n品名\t白术|板蓝根\t\n生品\t生\t\n炮制\t制|法|清|炒\t\n前缀\t川\t\n后缀\t片|段|粉\t',
  'nuclides.tsv': 'symbol\tchinese\tmasses\tverdict\tcommon\tnote\nI\t碘\t125|131\t拒绝\t\t\nTc\t锝\t99m\t拒绝\t\t\nF\t氟\t18\t拒绝\t是\t',
  'marks.tsv': `${CLUES}
标记\t含\t麻醉|毒麻\t麻醉药品\t拒绝\t\t\t\t标记\t
标记\t含\t毒麻\t医疗用毒性药品\t拒绝\t\t\t\t标记\t`,
  'hospital.tsv': `${CLUES}\n文号\t含\t药制字\t医疗机构制剂\t拒绝\t\t\t\t办法\t`,
  'granules.tsv': `${CLUES}\n名称\t含\t配方颗粒\t中药配方颗粒\t拒绝\t\t\t\t清单\t`,
  'clues.tsv': `${CLUES}\n名称\t含\t吗啡\t麻醉药品\t拒绝\t\t\t\t目录\t\n名称\t含\t疫苗\t疫苗\t拒绝\t\t\t\t办法\t`,
  'lawful.tsv': `words\tmatch\tclears\tunless\tsource\tnote
阿扑吗啡\t词\t麻醉药品\t\t\t
试剂盒\t同现\t麻醉药品|疫苗\t胶囊|注射液\t\t
械注准\t文号\t麻醉药品\t\t\t`,
  'special.tsv': `substance\tcolumn\tmatch\twords\tclears\tforms\tunless\tin_force_from\tin_force_to\tsource\tnote
可待因\t名称\t含\t可待因桔梗|氨酚待因\t麻醉药品|精神药品\toral-solid\t\t\t\t办法\t
麻黄碱\t名称\t含\t伪麻黄碱\t\t\t\t\t\t办法\t
麻黄碱\t标记\t含\t含麻\t\t\t\t\t\t标记\t
不明\t标记\t含\t含特药\t\t\t\t\t\t标记\t`,
  'partners.tsv': 'group\twords\tnote\n其他\t桔梗|愈创甘油醚|异丙嗪\t',
  'salts.tsv': 'where\twords\tnote\n前\t盐酸|硫酸|磷酸|氢溴酸|注射用\t\n后\t钠\t',
  'forms.tsv':
    'form\twords\tnote\ninjection\t注射液|注射剂|针\t\ntablet|oral-solid\t片|缓释片\t\noral-solid\t胶囊|颗粒\t\noral-liquid\t糖浆|口服溶液\t\nraw\t粉|原料药\t',
  'characters.tsv': 'kind\tfrom\tto\tnote\n同\t嗎硷\t吗碱\t\n近\t侖伦\t仑\t\n近\t呱\t哌\t',
  'coldchain.tsv':
    'column\twords\tanswer\tunless\tnote\n储存\t冷藏\t冷链\t不需冷藏\t\n储存\t阴凉|常温\t非冷链\t\t\n名称\t胰岛素\t冷链\t试剂盒\t\n名称\t针头\t非冷链\t\t',
}

const RULES = compileRules(FILES)
const goods = (name: string, more: Partial<LawGoods> = {}): LawGoods => ({
  name,
  genericName: '',
  tradeName: '',
  spec: '',
  unit: '',
  dosageForm: '',
  approvalNo: '',
  category: '',
  mark: '',
  manufacturer: '',
  storage: '',
  ...more,
})
const ask = (name: string, more: Partial<LawGoods> = {}, on = '2026-11-22') => judge(RULES, goods(name, more), on)

describe('同一个名称，怎样写都认得', () => {
  it.each([
    '盐酸吗啡片',
    '盐 酸 吗 啡 片',
    '盐酸嗎啡片',
    '吗\u200B啡',
    '【盐酸吗啡】缓释片',
    '盐酸·吗啡',
    'ＭＯＲＰＨＩＮＥ',
    'Morphine Sulfate',
    '美施康定（硫酸吗啡缓释片',
    '度-冷-丁',
    '盐酸呱替啶注射液',
  ])('%s', (name) => expect(ask(name)).toMatchObject({ verdict: 'barred', barredClass: '麻醉药品' }))

  it('名称规整后全角、繁体、空格、括号都一样', () => {
    expect(normaliseName('【盐 酸】（吗啡）Ａ１')).toBe('(盐酸)(吗啡)a1')
  })
  it('写混的字说明是错字', () => expect(ask('阿普唑侖片').reason).toContain('错字'))
  it.each(['碘[131I]化钠', '碘【131I】化钠', '¹³¹I化钠', 'I-131', '碘131', '锝[99mTc]', 'Tc-99m', '氟〔18F〕'])('核素 %s', (name) =>
    expect(ask(name)).toMatchObject({ verdict: 'barred', barredClass: '放射性药品' }),
  )
  it.each(['导尿管18F', '糖类抗原CA125', '白细胞介素(125Ala)', '手套[100P]'])('不是核素：%s', (name) =>
    expect(ask(name).verdict).toBe('lawful'),
  )
})

describe('证据衡量，不因一个字样关掉检查', () => {
  it('类别写化学试剂，吗啡注射液照样拒绝', () => expect(ask('盐酸吗啡注射液', { category: '化学试剂' }).verdict).toBe('barred'))
  it('试剂盒以所测物质为名，放行；药品里带试剂字样不放行', () => {
    expect(ask('吗啡检测试剂盒').verdict).toBe('lawful')
    expect(ask('吗啡注射液(附试剂盒)').verdict).toBe('barred')
  })
  it('合法名称只清除自己的类别', () => {
    expect(ask('阿扑吗啡片').verdict).toBe('lawful')
    expect(ask('阿扑吗啡片', { mark: '麻醉' })).toMatchObject({ verdict: 'doubtful', barredClass: '麻醉药品' })
    expect(ask('碘[131I]试剂盒').barredClass).toBe('放射性药品')
  })
  it('两类标记以名称认得的一类为准，与名录矛盾的标记存疑', () => {
    expect(ask('红粉', { mark: '毒麻' }).barredClass).toBe('医疗用毒性药品')
    expect(ask('法半夏', { mark: '毒麻' }).verdict).toBe('doubtful')
    expect(ask('某某药', { mark: '毒麻' }).verdict).toBe('barred')
  })
  it('像两类时理由里两类都写', () => {
    const { reason } = ask('吗啡疫苗')
    expect(reason).toContain('麻醉药品')
    expect(reason).toContain('疫苗')
  })
  it('器械注册证使疑似者放行、确定者存疑', () => {
    expect(ask('路泰', { approvalNo: '国械注准20203400001' }).verdict).toBe('lawful')
    expect(ask('盐酸吗啡片', { approvalNo: '国械注准20203400001' }).verdict).toBe('doubtful')
  })
  it('商品名不压过通用名', () => {
    expect(ask('佳乐定', { genericName: '阿普唑仑片' }).verdict).toBe('barred')
    expect(ask('佳乐定', { genericName: '维生素C片' }).verdict).toBe('doubtful')
    expect(ask('路泰').verdict).toBe('doubtful')
    expect(ask('路泰', { genericName: '维生素C片' }).verdict).toBe('lawful')
  })
  it('没有可读名称或过长的，存疑', () => {
    expect(ask('***').verdict).toBe('doubtful')
    expect(ask('维'.repeat(2000)).verdict).toBe('doubtful')
  })
})

describe('组成与剂型', () => {
  it('单方拒绝，含桔梗的口服固体复方合法并标明可待因', () => {
    expect(ask('磷酸可待因片').barredClass).toBe('麻醉药品')
    expect(ask('可待因桔梗片')).toMatchObject({ verdict: 'lawful', special: ['codeine'] })
  })
  it('含可待因的口服液体复方是精神药品', () => {
    expect(ask('可待因愈创甘油醚糖浆')).toMatchObject({ verdict: 'barred', barredClass: '精神药品' })
    expect(ask('可待因异丙嗪口服溶液', {}, '2015-04-30').barredClass).not.toBe('精神药品')
  })
  it('看不出单方复方的存疑', () => {
    expect(ask('氢溴酸右美沙芬片').verdict).toBe('barred')
    expect(ask('右美沙芬愈创甘油醚糖浆').verdict).toBe('lawful')
    expect(ask('某某某右美沙芬片').verdict).toBe('doubtful')
    expect(ask('某某某右美沙芬片', { genericName: '复方右美沙芬片' }).verdict).toBe('lawful')
  })
  it('只管原料的毒性西药：粉与原料拒绝，制剂放行，不明存疑', () => {
    expect(ask('硫酸阿托品粉').verdict).toBe('barred')
    expect(ask('硫酸阿托品注射液').verdict).toBe('lawful')
    expect(ask('硫酸阿托品', { dosageForm: '注射剂' }).verdict).toBe('lawful')
    expect(ask('硫酸阿托品', { spec: '100g/瓶' }).verdict).toBe('barred')
    expect(ask('硫酸阿托品').verdict).toBe('doubtful')
  })
  it('除外的剂型与词', () => {
    expect(ask('依托咪酯注射液').verdict).toBe('lawful')
    expect(ask('依托咪酯').verdict).toBe('barred')
    expect(ask('盐酸辛可卡因').verdict).toBe('lawful')
  })
  it('中药：生品拒绝，炮制品放行，裸名按表', () => {
    const verdicts = ['生半夏', '半夏(生)', '生半夏片', '法半夏', '半夏(制)', '半夏曲', '半夏', '红粉', '川半夏段'].map(
      (name) => ask(name).verdict,
    )
    expect(verdicts).toEqual(['barred', 'barred', 'barred', 'lawful', 'lawful', 'lawful', 'doubtful', 'barred', 'doubtful'])
  })
  it('单味饮片的颗粒，没有国药准字的不放行', () => {
    expect(ask('炒白术颗粒')).toMatchObject({ verdict: 'barred', barredClass: '中药配方颗粒' })
    expect(ask('板蓝根颗粒').verdict).toBe('doubtful')
    expect(ask('板蓝根颗粒', { approvalNo: '国药准字Z11020357' }).verdict).toBe('lawful')
    expect(ask('小儿感冒颗粒').verdict).toBe('lawful')
  })
  it('医疗机构制剂由文号认出', () => expect(ask('止咳合剂', { approvalNo: '京 药制字 Z20110007' }).barredClass).toBe('医疗机构制剂'))
})

describe('特殊药品复方与冷链', () => {
  it('从通用名、标记都认得', () => {
    expect(ask('某某胶囊', { genericName: '复方盐酸伪麻黄碱缓释胶囊' }).special).toEqual(['ephedrine'])
    expect(ask('某某片', { mark: '含麻' })).toMatchObject({ verdict: 'lawful', special: ['ephedrine'] })
    expect(ask('某某片', { mark: '含特药品' }).verdict).toBe('doubtful')
  })
  it('储存列先定，名称在后', () => {
    expect(ask('胰岛素注射液').coldChain).toBe(true)
    expect(ask('胰岛素注射液', { storage: '阴凉处保存' }).coldChain).toBe(false)
    expect(ask('某某片', { storage: '2～8℃避光' }).coldChain).toBe(true)
    expect(ask('某某片', { storage: '冷藏，开封后可常温' }).coldChain).toBe(true)
    expect(ask('某某片', { storage: '10-30℃' }).coldChain).toBe(false)
    expect(ask('胰岛素注射笔针头').coldChain).toBe(false)
  })
})

describe('日期与版本', () => {
  it('未生效与已失效的行不算', () => {
    expect(ask('奥赛利定', {}, '2023-06-30').verdict).toBe('lawful')
    expect(ask('奥赛利定', {}, '2023-07-01').verdict).toBe('barred')
    expect(ask('旧名药品甲', {}, '2024-12-31').verdict).toBe('barred')
    expect(ask('旧名药品甲', {}, '2025-01-01').verdict).toBe('lawful')
  })
  it('内容一变或到了生效日，版本就变', () => {
    expect(rulesVersionOn(RULES, '2023-06-30')).not.toBe(rulesVersionOn(RULES, '2023-07-01'))
    expect(rulesVersionOn(RULES, '2026-01-01')).toBe(rulesVersionOn(RULES, '2026-12-31'))
    expect(compileRules(FILES).version).toBe(RULES.version)
    expect(compileRules({ ...FILES, 'toxic.tsv': `${FILES['toxic.tsv']} ` }).version).not.toBe(RULES.version)
  })
})

describe('写错的文件不启动，指出文件、行、列', () => {
  const faultsOf = (file: string, text: string): string => {
    try {
      compileRules({ [file]: text })
    } catch (error) {
      if (error instanceof LawFilesError) return error.message
    }
    return ''
  }
  it.each([
    ['narcotics.tsv', `${NAMES}\n吗啡\t麻药\t\t\t\t\t\t\t\t\t`, ['narcotics.tsv 第 2 行', '“class”列', '麻药']],
    ['narcotics.tsv', `${NAMES}\n吗啡\t麻醉药品\t\t\t\t\t\t2023-02-30\t\t\t`, ['第 2 行', '“in_force_from”列', '2023-02-30']],
    ['narcotics.tsv', `${NAMES}\n吗啡\t麻醉药品\t\t\t\t\t\t2024-01-01\t2023-01-01\t\t`, ['“in_force_to”列']],
    ['narcotics.tsv', `${NAMES}\n吗啡\t麻醉药品\n吗啡\t麻醉药品`, ['第 3 行', '写了两行']],
    ['narcotics.tsv', `${NAMES}\n\t麻醉药品`, ['“name”列', '不能为空']],
    ['narcotics.tsv', `${NAMES}\n吗啡\t麻醉药品\t\t\t\t\t注射\t\t\t\t`, ['“forms”列', '注射']],
    ['narcotics.tsv', `${NAMES}\tdose\n吗啡\t麻醉药品`, ['“dose”列', '没有这一列']],
    ['narcotics.tsv', 'name\tclass\n吗啡\t麻醉药品', ['“english”列', '缺少']],
    ['narcotics.tsv', '', ['没有表头']],
    ['names.tsv', NAMES, ['不认识这个文件']],
    ['marks.tsv', `${CLUES}\n备注\t含\t麻\t麻醉药品\t拒绝`, ['“column”列', '备注']],
    ['characters.tsv', 'kind\tfrom\tto\tnote\n同\t嗎鹽\t吗盐碱\t', ['“to”列', '一一对应']],
  ])('%s %#', (file, text, words) => {
    const message = faultsOf(file, text)
    for (const word of words) expect(message).toContain(word)
  })
})

it('恶意的名称不拖住判定：每个不到 50 毫秒', () => {
  const hostile = [
    '可待因',
    '吗',
    '吗啡',
    '(',
    '()',
    '（吗啡',
    ' ',
    '· ',
    '1',
    'a1',
    '[131I]',
    '131',
    '\u200B',
    '片',
    '盐酸',
    '1.',
    'ml',
    '嗎',
    '𠀀',
    'é',
  ]
  for (const unit of hostile) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    const all = goods(text, {
      genericName: text,
      tradeName: `${text}x`,
      spec: text,
      unit: text,
      dosageForm: text,
      approvalNo: text,
      category: text,
      mark: text,
      manufacturer: text,
      storage: text,
    })
    judge(RULES, all, '2026-11-22')
    // The best of three: what earlier tests left behind may be cleared away meanwhile.
    const times = Array.from({ length: 3 }, () => {
      const started = process.cpuUsage()
      judge(RULES, all, '2026-11-22')
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1000
    })
    expect(Math.min(...times), unit).toBeLessThan(50)
  }
})
