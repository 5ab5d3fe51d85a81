import { type Described, NAME_MAX, type OpenKey, text } from './fields.ts'

/** What the shop says of itself: on its papers and on every page. */
export const SHOP_SETTINGS = {
  company_name: {
    group: 'shop',
    title: '企业名称',
    text: '页脚“©”之后；单据和合同没有另写供方名称时也用它。',
    usual: '不显示',
    field: { kind: 'text', most: NAME_MAX },
  },
  supplier: {
    group: 'shop',
    title: '供方资料',
    text: '销售单据、合同、发票上的本企业。名称与营业执照一致。',
    usual: '名称用企业名称，税号用营业执照号，电话用服务热线；都没有时单据等着，不能签约',
    field: {
      kind: 'group',
      fields: [
        text('name', '供方名称', { most: NAME_MAX, hint: '不填：用企业名称' }),
        text('tax_no', '统一社会信用代码', { most: 18, hint: '开票的税号' }),
        text('address', '注册地址'),
        { name: 'phone', title: '电话', kind: 'phone', hint: '不填：用服务热线' },
      ],
    },
  },
  licences: {
    group: 'shop',
    title: '证照',
    text: '页脚和“网站资质”列出编号，点开是影像；药品经营许可证号写在单据上。依法须在首页显著位置公示。',
    usual: '不显示',
    field: {
      kind: 'rows',
      most: 20,
      fields: [
        text('name', '证照', {
          required: true,
          most: 40,
          choices: [
            '药品经营许可证',
            '营业执照',
            '药品网络销售备案',
            '互联网药品信息服务资格证书',
            '医疗器械经营许可证',
            '第二类医疗器械经营备案凭证',
            '食品经营许可证',
            'ICP 备案',
          ].map((one) => ({ value: one, text: one })),
        }),
        text('value', '编号', { required: true, most: 60 }),
        { name: 'until', title: '有效期至', kind: 'day', hint: '不填：长期' },
        { name: 'file', title: '影像', kind: 'picture', hint: '任何人都能看：请盖水印章' },
      ],
    },
  },
  hot_line: { group: 'shop', title: '服务热线', text: '页脚、登录页和提示里的电话。', usual: '不显示', field: { kind: 'phone' } },
  service_hours: {
    group: 'shop',
    title: '服务时间',
    text: '热线下面，一行一条，如“周一至周六 8:30–18:00”。',
    usual: '不显示',
    field: { kind: 'lines', most: 6 },
  },
  qq1: {
    group: 'shop',
    title: 'QQ（采购）',
    text: '没有在线客服时，页面给出这个号码。',
    usual: '不显示',
    field: { kind: 'text', most: 15 },
  },
  qq2: { group: 'shop', title: 'QQ（售后）', text: '第二个号码。', usual: '不显示', field: { kind: 'text', most: 15 } },
  wechat_service: {
    group: 'shop',
    title: '微信服务号',
    text: '侧栏的二维码：扫开的地址。',
    usual: '不显示',
    field: {
      kind: 'group',
      fields: [
        text('name', '名称', { required: true, most: 40 }),
        text('url', '扫开的地址', { required: true, most: 300, hint: 'https:// 开头，或本站的路径如 /help/us/link' }),
      ],
    },
  },

  footer_notice: {
    group: 'pages',
    title: '页脚声明',
    text: '不发布哪些商品的信息、只面向谁。',
    usual: '不显示',
    field: { kind: 'long', most: 400 },
  },
  promises: {
    group: 'pages',
    title: '四条承诺',
    text: '页脚上方的四条。',
    usual: '不显示',
    field: {
      kind: 'rows',
      most: 4,
      fields: [
        {
          name: 'icon',
          title: '图标',
          kind: 'choice',
          required: true,
          choices: [
            { value: 'shield', text: '盾牌' },
            { value: 'file', text: '文件' },
            { value: 'truck', text: '货车' },
            { value: 'undo', text: '退回' },
            { value: 'headset', text: '耳机' },
            { value: 'lock', text: '锁' },
          ],
        },
        text('title', '标题', { required: true, most: 12 }),
        text('text', '说明', { required: true, most: 30 }),
      ],
    },
  },
  quality_inspection: {
    group: 'pages',
    title: '药检报告说明',
    text: '登录后提示药检报告怎么查。',
    usual: '药检报告按批号查看、下载：电子资料 · 药品检验报告',
    field: { kind: 'group', fields: [text('msg', '提示', { most: 100 }), text('url', '另一个查询网址', { most: 300 })] },
  },
  login_url: {
    group: 'pages',
    title: '登录页地址',
    text: '要求登录时打开的本站页面。',
    usual: '/login',
    field: { kind: 'text', most: 100, hint: '以 / 开头' },
  },
} satisfies Partial<Record<OpenKey, Described>>
