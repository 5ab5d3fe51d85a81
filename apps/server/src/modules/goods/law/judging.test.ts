import { describe, expect, it } from 'vitest'
import { judge } from '#domain/law/judge.ts'
import type { BarredClass, Judgement, LawGoods } from '#domain/law/judgement.ts'
import { LAW_FILES } from '#domain/law/rules.ts'
import { loadLawRules } from './rules-files.ts'

/** The lists of apps/server/law as they are, tried on names as wholesalers write them. */
const RULES = loadLawRules()

function ask(name: string, more: Partial<LawGoods> = {}, on = '2026-11-22'): Judgement {
  const empty = { genericName: '', tradeName: '', spec: '', unit: '', dosageForm: '', approvalNo: '', category: '', mark: '' }
  return judge(RULES, { name, ...empty, manufacturer: '', storage: '', ...more }, on)
}

it('名单文件齐全', () => expect(LAW_FILES).toHaveLength(22))

const BARRED: Partial<Record<BarredClass, string>> = {
  麻醉药品: `盐酸吗啡注射液 硫酸吗啡缓释片 盐酸嗎啡片 【盐酸吗啡片】 盐酸·哌替啶注射液 杜-冷-丁 盐酸呱替啶 度冷丁(哌替啶) 枸橼酸芬太尼注射液
    芬太呢透皮贴剂 多瑞吉(芬太尼透皮贴剂) 盐酸瑞芬太尼 枸橼酸舒芬太尼注射液 盐酸羟考酮缓释片 奥施康定 盐酸美沙酮口服溶液 磷酸可待因片 可待因针
    阿桔片 复方樟脑酊 阿片酊 罂粟壳 罌粟殼 蜜炙罂粟壳丝 米壳 御米壳 罂栗壳 樱粟壳 蜜罂栗壳 英粟壳 强痛定片 盐酸布桂嗪注射液 盐酸二氢埃托啡舌下片 富马酸奥赛利定注射液 富马酸泰吉利定
    大麻叶 古柯叶 可卡因(盐酸盐) Morphine 氢吗啡酮 盐酸啡吗片 啡吗 杜泠丁 杜泠丁注射液 羟考铜 盐酸羟考铜缓释片 可待音 磷酸可待音片`,
  精神药品: `地西泮片 地西潘片 安定针 阿普唑仑片 阿普唑侖片 三坐仑片 艾司唑仑片(舒乐安定) 氯氮卓片 氯硝西泮 咪达唑仑注射液 注射用苯磺酸瑞马唑仑 苯巴比妥片 苯吧比妥 鲁米那
    司可巴比妥钠胶囊 盐酸哌甲酯缓释片 盐酸哌甲脂片 盐酸氯胺酮注射液 盐酸艾司氯胺酮注射液 盐酸丁丙诺啡舌下片 丁丙诺啡透皮贴剂 酒石酸布托啡诺注射液 地佐辛注射液
    盐酸曲马多缓释片 曲玛多 氨酚曲马多片 及通安 酒石酸唑吡坦片 唑吡旦片 思诺思 右佐匹克隆片 扎来普隆胶囊 莫达非尼片 咖啡因片 安钠咖注射液 羟丁酸钠
    氢溴酸右美沙芬片 氢溴酸右美沙芬软胶囊 复方地芬诺酯片 吡仑帕奈片 地达西尼胶囊 氢溴酸依他佐辛 依托咪酯原料药 可愈糖浆 联邦止咳露 复方磷酸可待因糖浆
    氨酚羟考酮片 麦角胺咖啡因片 甲丙氨酯片 马吲哚 盐酸纳布啡注射液 地西洋 地西洋片`,
  药品类易制毒化学品: `盐酸麻黄碱注射液 麻黄硷片 麻黄素滴鼻剂(0.5%) 盐酸伪麻黄碱片 盐酸甲基麻黄碱 麻黄浸膏粉 马来酸麦角新碱注射液 麦角新硷 酒石酸麦角胺片 苯丙醇胺`,
  医疗用毒性药品: `注射用A型肉毒毒素 注射用A型肉毒素（国产） 肉毒杆菌毒素 保妥适 亚砷酸氯化钠注射液 三氧化二砷 硫酸阿托品粉 硝酸毛果云香碱粉 升汞 亚砷酸钾
    川乌 生川烏 川乌(生) 草乌 生草乌片 生附子 附子（生） 生半夏 半夏(生) 生天南星 生南星 生马钱子 巴豆 生巴豆 斑蝥 班蝥 米炒斑蝥 青娘虫 红娘虫 生甘遂 生狼毒
    生藤黄 生千金子 天仙子 天仙籽 闹羊花 闹阳花 雪上一枝蒿 红升丹 白降丹 蟾酥 洋金花 醉仙桃 癞蛤蟆浆 红粉 轻粉 輕粉 雄黄 雄黃粉 水飞雄黄 砒石 砒霜 水银 生白附子`,
  放射性药品: `碘[131I]化钠口服溶液 碘【131I】化钠胶囊 诊断用碘[131I]化钠胶囊 ¹³¹I化钠 碘131胶囊 碘[125I]密封籽源 锝[99mTc]植酸盐注射液 锝[99mTC]甲氧异腈20mci 99mTc-MIBI
    高锝[99mTc]酸钠注射液 氟[18F]脱氧葡糖注射液 氟〔18F〕脱氧葡萄糖 18F-FDG 氯化锶[89Sr] 来昔决南钐[153Sm] 镥[177Lu]氧奥曲肽 钼锝发生器 利卡汀`,
  疫苗: `流感病毒裂解疫苗 四价流感疫苗 重组乙型肝炎疫苗(酿酒酵母) 乙肝疫苗(重组酵母) 人用狂犬病疫苗（Vero细胞） 狂犬疫苗 安尔宝(b型流感嗜血杆菌结合疫苗 23价肺炎球菌多糖疫苗
    九价人乳头瘤病毒疫苗 佳达修 水痘减毒活疫苗 皮内注射用卡介苗 吸附破伤风疫苗 吸附无细胞百白破联合疫苗 冻干甲型肝炎减毒活疫苗 口服轮状病毒活疫苗`,
  血液制品: `人血白蛋白 人血白蛋白(蓉生) 静注人免疫球蛋白(pH4) 静丙 乙型肝炎人免疫球蛋白 破伤风人免疫球蛋白 狂犬病人免疫球蛋白 人凝血因子Ⅷ 人凝血酶原复合物
    人纤维蛋白原 人血丙种球蛋白 拜斯明(人血白蛋白) 人凝血酶 外用冻干人纤维蛋白粘合剂`,
  中药配方颗粒: '黄芪配方颗粒 黄芪配方顆粒 炒白芍配方颗粒 炒白术颗粒 盐杜仲颗粒 制何首乌颗粒 当归(免煎) 白芍颗粒饮片',
  戒毒药品: '济泰片 福康片',
  医疗机构制剂: '温阳化痰穴贴(京药制字Z20110007) 复方黄柏洗剂沪药制备字Z20190001000 肤宁膏（粤药制字Z20070001）',
}

describe.each(Object.entries(BARRED))('%s：只凭名称拒绝', (barredClass, names) => {
  it.each(names.split(/\s+/))('%s', (name) => expect(ask(name)).toMatchObject({ verdict: 'barred', barredClass }))
})

it.each(['盐 酸 吗 啡 片', '人 血 白 蛋 白', '吗\u200B啡缓释片', 'ｍｏｒｐｈｉｎｅ　片', 'Fentanyl Citrate Injection', 'I-131'])(
  '隐藏字符、空格、全角、外文：%s 拒绝',
  (name) => expect(ask(name).verdict).toBe('barred'),
)

it.each([
  '盐酸▲吗啡片',
  '盐酸−吗啡片',
  '疫苗∙流感',
  '狂犬病疫ー苗',
  '杜丨冷丨丁',
  '■盐酸吗啡片',
  '枸橼酸→芬太尼',
  '💊地西泮片',
  '福尓可定片',
  '▲雄黄',
  '雄黄\n散装',
])('符号、图形、笔画夹在名称里：%s 拒绝', (name) => expect(ask(name).verdict).toBe('barred'))

it.each(['集采-雄黄', '云岭制药 生川乌', '云岭雄黄', '轻粉/赠品', '某地产生半夏', '雄黄\n其他说明', '流行性感冒裂解苗'])(
  '毒性饮片、疫苗旁还有别的字：%s 不上架',
  (name) => expect(ask(name).verdict).not.toBe('lawful'),
)
it.each(['复方 斑蝥 胶囊', '雄黄 解毒 散', '左旋肉毒碱粉', '马钱子粉', '蟾酥锭'])('毒性药材只是名称的一部分：%s 放行', (name) =>
  expect(ask(name).verdict).toBe('lawful'),
)
it('英文的疫苗拒绝，疫苗用的冰箱不算', () => {
  expect(ask('Rabies Vaccine (Vero Cell), Freeze-dried')).toMatchObject({ verdict: 'barred', barredClass: '疫苗' })
  expect(ask('Vaccine Refrigerator').verdict).toBe('lawful')
})
it.each(['精二', '一类精', '麻精药品', '特殊药品', '生物制品-疫苗', '毒'])('类别写“%s”的不上架，等质管部确认', (category) =>
  expect(ask('某某片', { category }).verdict).toBe('doubtful'),
)
it('类别是疫苗冷藏设备、标记是抗精神病药的，不因此受限', () => {
  expect(ask('冷藏柜', { category: '疫苗冷藏设备' }).verdict).toBe('lawful')
  expect(ask('奥氮平片', { mark: '抗精神病药' }).verdict).toBe('lawful')
})
it('文号少写一个“字”的医疗机构制剂照样拒绝', () =>
  expect(ask('某某洗剂', { approvalNo: '京药制Z20050001' }).barredClass).toBe('医疗机构制剂'))
it('括号里写明相当于饮片多少的单味颗粒拒绝', () =>
  expect(ask('法半夏颗粒(每1g相当于饮片4g)')).toMatchObject({ verdict: 'barred', barredClass: '中药配方颗粒' }))

it('含特殊药品复方制剂按件、按箱卖的，限量数不出最小包装，等质管部确认', () => {
  expect(ask('新康泰克', { unit: '件' })).toMatchObject({ verdict: 'doubtful', special: ['ephedrine'] })
  expect(ask('复方甘草片', { unit: '整箱' }).verdict).toBe('doubtful')
  expect(ask('新康泰克', { unit: '盒' }).verdict).toBe('lawful')
  expect(ask('阿莫西林胶囊', { unit: '件' }).verdict).toBe('lawful')
})

it('几盒扎成一条、一提，或规格写着几盒的含特殊药品复方制剂，同样数不出最小包装，等质管部确认', () => {
  for (const unit of ['条', '提', '大盒', '千片']) expect(ask('新康泰克', { unit }).verdict, unit).toBe('doubtful')
  for (const spec of ['8粒*10盒', '8粒×10小盒/条', '12片/盒×400盒']) expect(ask('新康泰克', { spec }).verdict, spec).toBe('doubtful')
  for (const spec of ['10片/盒', '8粒*1盒', '30mg*10片*2板/盒', '10ml*6支/盒', '0.3盒'])
    expect(ask('新康泰克', { spec }).verdict, spec).toBe('lawful')
  expect(ask('阿莫西林胶囊', { spec: '24粒*10盒', unit: '条' }).verdict).toBe('lawful')
})

it('酚咖麻敏、氨酚美伪是含麻黄碱的复方', () => {
  for (const name of ['酚咖麻敏胶囊', '氨酚美伪滴剂']) expect(ask(name), name).toMatchObject({ verdict: 'lawful', special: ['ephedrine'] })
  expect(ask('安必恩').verdict).not.toBe('lawful')
})

it('有药品批准文号的激素，文件放在药械、诊断用药类里也是激素；试剂和没有药品文号的器械不是', () => {
  expect(ask('十一酸睾酮软胶囊', { approvalNo: '国药准字H20001235', category: '药械' }).restricted).toEqual(['anabolic'])
  expect(ask('注射用戈那瑞林', { approvalNo: '国药准字H20001236', category: '诊断用药' }).restricted).toEqual(['peptide_hormone'])
  expect(ask('睾酮测定试剂盒', { approvalNo: '国械注准20192400001', category: '检验试剂' }).restricted).toEqual([])
  expect(ask('睾酮定量卡', { category: '体外诊断' }).restricted).toEqual([])
  expect(ask('绒毛膜促性腺激素诊断试剂盒', { approvalNo: '国药准字S20001236', category: '检验试剂' }).restricted).toEqual([])
})

const LAWFUL = `阿扑吗啡 盐酸阿扑吗啡注射液 盐酸罂粟碱注射液 罂粟乙碘油注射液 盐酸纳洛酮注射液 盐酸洛哌丁胺胶囊 美沙拉嗪肠溶片 曲美他嗪片 盐酸利多卡因注射液 辛可卡因软膏 芬必得
  瑞宁得(阿那曲唑片) 罗拉(氯雷他定片) 火麻仁 大麻仁 麻仁丸 天麻片 吗啡检测试剂盒 美沙酮检测试剂盒 乙肝疫苗抗体检测试剂盒 人血白蛋白测定试剂盒 一次性使用疫苗注射器
  牛痘疫苗接种家兔炎症皮肤提取物注射液 马破伤风免疫球蛋白F(ab')2 破伤风抗毒素 兔抗人胸腺细胞免疫球蛋白 抗人T细胞猪免疫球蛋白 注射用重组人凝血因子Ⅷ 注射用重组人凝血因子VIIa
  注射用紫杉醇(白蛋白结合型) 小牛血去蛋白提取物注射液 凝血酶冻干粉 采血管 血府逐瘀胶囊 养血清脑颗粒 卡介菌多糖核酸注射液 结核菌素纯蛋白衍生物 枯草杆菌二联活菌颗粒
  法半夏 清半夏 姜半夏 半夏（制） 半夏曲 制川乌 川乌(制) 制草乌 马钱子(制) 胆南星 制天南星 黑顺片 黑附子 白附片 炮附片 醋甘遂 千金子霜 附子理中丸 桂附地黄丸 牛黄解毒片
  去甲斑蝥素片 草乌甲素片 麝香保心丸 硫酸阿托品注射液 硫酸阿托品滴眼液 硝酸毛果芸香碱滴眼液 丁溴东莨菪碱注射液 氢溴酸山莨菪碱注射液 去乙酰毛花苷注射液 水银体温计 红景天
  氨咖黄敏胶囊 复方氨酚烷胺片 去痛片 阿苯片 复方氨林巴比妥注射液 氯氮平片 卡马西平片 奥卡西平片 盐酸艾司洛尔注射液 丙泊酚乳状注射液 依托咪酯乳状注射液 盐酸右美托咪定注射液
  愈美片 复方氢溴酸右美沙芬糖浆 尼麦角林片 甲磺酸溴隐亭片 麻黄 炙麻黄 麻黄根 盐酸去氧肾上腺素注射液 碘海醇注射液 复方碘口服溶液 碘化钾片 糖类抗原125检测试剂盒
  重组人白细胞介素-2(125Ala)注射液 尿素[13C]呼气试验诊断试剂盒 一次性使用导尿管18F 医用手套[100P] 生地黄 生白术 生麦芽 生薏米 小儿氨酚黄那敏颗粒 阿莫西林胶囊 湿毒清胶囊
  抗病毒口服液 三七粉 军团菌抗体检测试剂盒 舒泰清(聚乙二醇电解质散剂) 甘草片 复方甘草酸苷片 西洋参 西洋参片 产地西洋参片 道地西洋参胶囊 葡萄糖酸铜片 硫酸铜 清音丸 金嗓开音丸 泠泉水`

describe('貌似禁售而合法的放行', () => {
  it.each(LAWFUL.split(/\s+/))('%s', (name) => expect(ask(name).verdict).toBe('lawful'))
})

describe('拿不准的存疑，不卖也不拒绝', () => {
  it.each(['半夏', '附子', '天南星', '白附子', '甘遂', '云克', '注射用亚锡焦磷酸钠', '治疗用卡介苗', '板蓝根颗粒', '硫酸阿托品'])(
    '%s',
    (name) => {
      const { verdict, reason } = ask(name)
      expect(verdict).toBe('doubtful')
      expect(reason).toContain('质管部')
    },
  )
})

describe('各列证据', () => {
  it.each([
    ['盐酸吗啡注射液', { category: '化学试剂' }, 'barred'],
    ['盐酸吗啡注射液', { category: '中草药' }, 'barred'],
    ['人血白蛋白', { category: '检验试剂' }, 'barred'],
    ['锝[99mTC]喷替酸盐10mci', { category: '化学试剂', approvalNo: '国药准字H10973044' }, 'barred'],
    ['某某注射液', { genericName: '枸橼酸芬太尼注射液' }, 'barred'],
    ['某某', { tradeName: '保妥适' }, 'barred'],
    ['某某片', { mark: '麻' }, 'barred'],
    ['某某片', { mark: '麻精' }, 'barred'],
    ['某某片', { mark: '精麻' }, 'barred'],
    ['某某片', { mark: '精一' }, 'barred'],
    ['某某片', { mark: '二类精神' }, 'barred'],
    ['某某片', { mark: '毒' }, 'barred'],
    ['某某片', { mark: '毒麻' }, 'barred'],
    ['某某片', { mark: '特殊' }, 'doubtful'],
    ['某某片', { mark: '含特药品' }, 'doubtful'],
    ['某某片', { mark: '含麻' }, 'lawful'],
    ['法半夏', { mark: '毒麻' }, 'doubtful'],
    ['黑附子', { mark: '毒麻' }, 'doubtful'],
    ['思为普(洛芬待因缓释片)', { mark: '精神二类' }, 'doubtful'],
    ['某某贴剂', { approvalNo: 'H20100123麻准TNI20021019' }, 'barred'],
    ['某某注射剂', { approvalNo: 'H20040070精准TPI20040302' }, 'barred'],
    ['温阳化痰穴贴', { approvalNo: '京药制字Z20110007' }, 'barred'],
    ['某某合剂', { approvalNo: '粤药制备字Z20190001000' }, 'barred'],
    ['某某胶囊', { approvalNo: '军药制字Z20010001' }, 'barred'],
    ['某某洗剂', { approvalNo: '(京)药制字(2004)F-12' }, 'barred'],
    ['院内制剂 止咳合剂', {}, 'barred'],
    ['黄芪', { approvalNo: '上市备字44010016100501000' }, 'barred'],
    ['黄芪颗粒', { approvalNo: '跨省备字3302160000' }, 'barred'],
    ['黄芪颗粒', { approvalNo: '国药准字Z20050123' }, 'lawful'],
    ['板蓝根颗粒', { approvalNo: '国药准字Z11020357' }, 'lawful'],
    ['感冒清热颗粒', {}, 'lawful'],
    ['高锝酸钠', { unit: 'mci' }, 'barred'],
    ['毒扁豆碱', { dosageForm: '注射剂', spec: '1.5mg 1ml/支' }, 'lawful'],
    ['硝酸毛果云香碱', { dosageForm: '粉剂', spec: '100g/瓶' }, 'barred'],
    ['氢溴酸后马托品', { dosageForm: '粉剂', spec: '1g/瓶' }, 'barred'],
    ['京卫药准字药', { approvalNo: '京卫药准字(1996)第130005号' }, 'lawful'],
  ] as const)('%s %o → %s', (name, more, verdict) => expect(ask(name, more).verdict).toBe(verdict))
})

describe('特殊药品复方：合法批发，标明是哪一种', () => {
  it.each([
    ['新康泰克', { genericName: '复方盐酸伪麻黄碱缓释胶囊' }, 'ephedrine'],
    ['新康泰克', {}, 'ephedrine'],
    ['散利痛日夜片', { genericName: '氨酚伪麻美芬片' }, 'ephedrine'],
    ['氨酚伪麻美芬片/氨麻苯美片', {}, 'ephedrine'],
    ['白加黑', {}, 'ephedrine'],
    ['消咳宁片', {}, 'ephedrine'],
    ['愈酚甲麻那敏糖浆', {}, 'ephedrine'],
    ['盐麻桔梗片', {}, 'ephedrine'],
    ['麻黄硷苯海拉明片', {}, 'ephedrine'],
    ['呋麻滴鼻液', {}, 'ephedrine'],
    ['酚麻美敏片', {}, 'ephedrine'],
    ['某某片', { mark: '含麻黄碱' }, 'ephedrine'],
    ['氨酚待因片(Ⅱ)', {}, 'codeine'],
    ['洛芬待因缓释片', {}, 'codeine'],
    ['可待因桔梗片', {}, 'codeine'],
    ['复方甘草片', {}, 'liquorice_opium'],
    ['复方甘草口服溶液', { mark: '特殊' }, 'liquorice_opium'],
  ] as const)('%s %o → %s', (name, more, substance) => expect(ask(name, more)).toMatchObject({ verdict: 'lawful', special: [substance] }))

  it.each(['炙麻黄', '小儿氨酚黄那敏颗粒', '麻仁丸', '天麻片', '甘草', '复方甘草酸苷片', '百服宁(扑热息痛)'])('%s 不是', (name) =>
    expect(ask(name).special).toEqual([]),
  )
  it('单方仍拒绝，列管之前的复方按当时的法', () => {
    expect(ask('盐酸麻黄碱注射液')).toMatchObject({ verdict: 'barred', special: ['ephedrine'] })
    expect(ask('复方地芬诺酯片', {}, '2024-06-30')).toMatchObject({ verdict: 'lawful', special: ['diphenoxylate'] })
    expect(ask('复方地芬诺酯片', {}, '2024-07-01').verdict).toBe('barred')
    expect(ask('氨酚曲马多片', {}, '2023-06-30')).toMatchObject({ verdict: 'lawful', special: ['tramadol'] })
    expect(ask('氨酚曲马多片', {}, '2023-07-01').verdict).toBe('barred')
  })
})

describe('冷链', () => {
  it.each([
    '甘精胰岛素注射液(来得时)',
    '优泌林70/30笔芯(精蛋白锌重组人胰岛素混合注射液)',
    '重组人干扰素α2b注射液',
    '利妥昔单抗注射液',
    '人血白蛋白',
    '重组人促红素注射液',
  ])('%s 要冷链', (name) => expect(ask(name).coldChain).toBe(true))
  it.each(['盐酸二甲双胍片', '胰岛素注射笔针头', '胰岛素测定试剂盒', '阿莫西林胶囊', '神经妥乐平(牛痘疫苗接种家兔炎症皮提取物片)'])(
    '%s 不要',
    (name) => expect(ask(name).coldChain).toBe(false),
  )
  it.each([
    ['2~10℃', true],
    ['2-8度，避光', true],
    ['冷处保存', true],
    ['-20℃以下', true],
    ['不超过20℃', false],
    ['不超过 25 ℃', false],
    ['8℃以下保存', true],
    ['阴凉干燥处', false],
    ['密封，10～30℃', false],
  ])('储存写“%s”', (storage, cold) => expect(ask('某某', { storage }).coldChain).toBe(cold))
})
