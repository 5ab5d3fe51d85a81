/** The texts that a shop needs before it opens, each with a draft to begin with. What nobody but the shop knows is left as a blank. */

export interface ShopFacts {
  company: string
  phone: string
  hours: string
  address: string
  licences: readonly { name: string; value: string }[]
  freeFrom: string
  fee: string
}

export interface LegalText {
  code: string
  section: string
  title: string
  summary: string
  draft: (facts: ShopFacts) => string
}

const BLANK = /【请填写：([^】]{1,40})】/g
const blank = (what: string): string => `【请填写：${what}】`
const or = (said: string, what: string): string => said || blank(what)

/** What of a text is still to be filled in, each once. */
export const blanksOf = (text: string): string[] => [...new Set([...text.matchAll(BLANK)].map(([, what = '']) => what))]

const licenceRows = ({ licences }: ShopFacts): string =>
  licences.length === 0
    ? `| 药品经营许可证 | ${blank('药品经营许可证编号')} |`
    : licences.map(({ name, value }) => `| ${name} | ${value} |`).join('\n')

export const LEGAL_TEXTS: readonly LegalText[] = [
  {
    code: 'help',
    section: 'help',
    title: '帮助中心',
    summary: '注册、采购、付款、配送与售后的说明。',
    draft: (facts) => `按下面的目录查找；没有找到的，请联系[客服](/help/us/link)，电话 ${or(facts.phone, '服务热线')}。`,
  },
  {
    code: 'wzzz',
    section: 'fwbz',
    title: '网站资质',
    summary: '经营者的证照与许可。',
    draft: (facts) => `经营者：${or(facts.company, '企业名称')}。注册地址：${or(facts.address, '注册地址')}。

| 证照 | 编号 |
${licenceRows(facts)}

证照影像见页面底部，点开证照名称即可查看。

## 经营范围
${blank('药品经营许可证上的经营范围')}

首营资料可以在[电子资料](/dzzl)下载，或向客服索取。`,
  },
  {
    code: 'serve',
    section: 'fwbz',
    title: '服务与质量承诺',
    summary: '质量、配送与售后的承诺。',
    draft: (facts) => `${or(facts.company, '企业名称')}按药品经营质量管理规范经营，向用户承诺：

1. 只从具有合法资格的企业购进，逐批验收，检验报告按批号提供；
2. 按标签要求储存运输，冷链商品全程记录温度；
3. 随货提供随货同行单，批号、效期逐行列明；
4. 出现质量问题或召回，第一时间通知到每一家收货的用户；
5. 质量投诉 24 小时内首次答复。

质量投诉：${or(facts.phone, '质量投诉电话')}。也可以向所在地药品监督管理部门举报，电话 12315。`,
  },
  {
    code: 'hyzc',
    section: 'xrzn',
    title: '会员注册',
    summary: '从注册到能够采购的每一步。',
    draft: (facts) => `1. 准备证照：营业执照、药品经营许可证或医疗机构执业许可证、采购人员与收货人员的委托书和身份证件，均盖公章。
2. 在注册页填写联系人和密码；本站要求邀请时，请向客服索取邀请。
3. 填写企业信息，逐份上传证照影像。
4. 质量管理部门审核，一般${blank('几个')}工作日内答复；需要补正的会逐份说明原因。
5. 审核通过、签署购销合同后，即可看到价格并下单。

有疑问请致电 ${or(facts.phone, '服务热线')}。`,
  },
  {
    code: 'ddzf',
    section: 'zfps',
    title: '订单支付',
    summary: '可以怎样付款，多久之内付款。',
    draft: () => `结算页列出该订单可以使用的付款方式。

- 对公转账：收款账户见付款页，转账时请备注订单号，便于核对；
- 余额、账期：在企业资金里查看；
- 在线支付：以付款页所列为准。

订单在付款页所示时间内没有付款的，会自动取消。含麻黄碱类复方制剂只接受对公转账。

! 请不要向任何个人账户付款。`,
  },
  {
    code: 'hwps',
    section: 'zfps',
    title: '货物配送',
    summary: '运费、发货时间与验收。',
    draft: ({ freeFrom, fee }) => `## 运费
订单金额满 ${freeFrom} 元免运费，不满收 ${fee} 元；分地区另有规定的，以结算页为准。

## 发货
付款后${blank('多少小时')}内发货，节假日顺延。冷链商品单独装箱，随附温度记录。

## 验收
请授权收货人当场核对随货同行单：品名、批号、数量、外包装；冷链商品核对到货温度。有异常请当场注明并联系客服。`,
  },
  {
    code: 'ypth',
    section: 'zfps',
    title: '药品退换',
    summary: '哪些情形可以退，怎样申请。',
    draft: () => `药品是特殊商品，除质量问题外，售出后一般不退换。

## 可以退的情形
- 质量问题、包装破损、错发漏发；
- 召回的批号；
- 双方另有约定的。

## 怎样申请
1. 在订单里点“申请售后”，选批号、数量，附照片；
2. 审核通过后，按给出的地址寄回，保持原包装与储存条件；
3. 验收后按原付款方式的相反顺序退款。

收货后${blank('几')}日内提出。冷链商品须当场拒收，签收后不退。`,
  },
  {
    code: 'link',
    section: 'us',
    title: '联系我们',
    summary: '电话、时间与地址。',
    draft: (facts) => `| 事项 | 联系方式 |
| 服务热线 | ${or(facts.phone, '服务热线')} |
| 服务时间 | ${or(facts.hours, '服务时间')} |
| 地址 | ${or(facts.address, '联系地址')} |

质量投诉与建议也可以在[投诉建议](/help/us/tsjy)提交。`,
  },
  {
    code: 'tsjy',
    section: 'us',
    title: '投诉建议',
    summary: '质量投诉与服务建议的受理。',
    draft: (facts) => `质量投诉请保留实物与外包装，说明品名、批号、数量，附照片；电话 ${or(facts.phone, '服务热线')}，24 小时内首次答复。

对商品、配送、网站的建议，可以在本页提交。`,
  },
]

/** Those that whoever registers agrees to: kept by version. */
export const AGREEMENT_TEXTS: readonly LegalText[] = [
  {
    code: 'yhxy',
    section: 'fwbz',
    title: '用户协议',
    summary: '注册、采购与使用本站的约定。',
    draft: (
      facts,
    ) => `本协议由${or(facts.company, '企业名称')}（以下称“本公司”）与在本站注册的企业（以下称“用户”）订立。注册时勾选同意即表示接受全部条款。

## 一、谁可以注册
1. 药品批发、零售企业，连锁总部，医疗机构，以及依法可以采购的其他单位。本站不向个人销售。
2. 用户须提交真实、完整、在有效期内的证照与授权，变更后及时更新；提交虚假资料的，本公司停止供货并依法报告。
3. 证照到期、被吊销或经营范围缩小的，超出范围的商品自当日起不再供应。

## 二、账号
1. 账号由用户授权的人员使用，用户对其账号的操作负责；人员离开时应当停用。
2. 密码与验证码不得交给他人。发现被盗用的，立即通知本公司。

## 三、价格与订单
1. 页面价格为含税价，只向审核通过的用户显示。
2. 提交订单时页面显示的价格为成交价格；价格、库存有变化的，由用户再次确认。
3. 订单付款后（账期客户为提交后）买卖合同成立。因缺货、召回或法律规定不能供货的，退还相应货款并说明原因。
4. 价格明显错误的，本公司在发货前通知，双方可以取消并全额退款。

## 四、付款与票据
1. 用户以企业账户付款。含麻黄碱类复方制剂等法律有规定的，只接受对公转账。
2. 本公司按实际成交开具发票，并随货提供随货同行单和检验报告。

## 五、交付与验收
1. 货物送到经审核的收货地址，由用户授权的收货人核对随货同行单后验收。
2. 外包装破损、数量不符的当场注明；冷链商品同时核对到货温度。

## 六、质量与售后
1. 本公司对所售药品来源合法、出库质量合格负责；收货后的储存与销售由用户负责。
2. 退货退款按[药品退换](/help/zfps/ypth)办理；召回时双方应当配合。

## 七、个人信息
按[隐私政策](/help/topic/yszc)处理。

## 八、变更与争议
1. 本协议变更的，提前七日公告；不同意的可以停止使用并注销账号。
2. 适用中华人民共和国法律。争议协商不成的，由${blank('约定的管辖法院')}管辖。`,
  },
  {
    code: 'yszc',
    section: 'topic',
    title: '隐私政策',
    summary: '收集哪些个人信息、为什么、保存多久、怎样查询和删除。',
    draft: (facts) => `${or(facts.company, '企业名称')}（以下称“我们”）只为履行买卖合同和法定义务处理个人信息。

## 收集什么，为什么
| 信息 | 用途 | 依据 |
| 联系人姓名、手机号 | 登录、通知、配送 | 订立、履行合同 |
| 法定代表人、采购与收货人员的身份证件和委托书 | 首营审核、核对收货人 | 药品经营质量管理规范 |
| 收货地址 | 配送，核对与证照是否一致 | 履行合同、法定义务 |
| 登录时间、地址与设备 | 账号安全 | 网络安全的法定义务 |

我们不收集与此无关的信息，不作自动化决策，不用于个性化广告。

## 谁看得到
- 证件影像只有经授权的质量管理人员可以查看，查看与处理留有记录；
- 承运商得到收货人姓名、电话与地址；付款渠道得到付款所需的信息；
- 法律要求提供的，依法提供。除此之外不向他人提供。

## 保存多久
购销记录、资质资料按药品经营质量管理规范保存不少于五年，满后删除或匿名化；登录记录保存不少于六个月。

## 您的权利
可以查询、复制、更正个人信息，撤回同意、注销账号；法律规定必须保存的除外。请联系${or(facts.phone, '服务热线')}，或寄信至${or(facts.address, '联系地址')}，我们在十五个工作日内答复。

## 变更
本政策变更的，在本站公告；涉及目的、方式重大变更的，重新征得同意。`,
  },
]

export const isLegal = (code: string): boolean => LEGAL_TEXTS.some((one) => one.code === code)
