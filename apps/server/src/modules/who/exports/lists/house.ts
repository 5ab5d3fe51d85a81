import { staffApprovals } from '#contract/approvals.ts'
import { staffJobs } from '#contract/background.ts'
import { staffBroadcastCompanies, staffBroadcasts } from '#contract/broadcasts.ts'
import { staffSentMessages } from '#contract/channels.ts'
import { BROADCAST_COMPANY_STATES, BROADCAST_STATES } from '#contract/constants.ts'
import { staffArticles } from '#contract/content.ts'
import { staffCoupons } from '#contract/coupon-desk.ts'
import { staffDeals, staffDrawRecords } from '#contract/deal-desk.ts'
import { staffImports } from '#contract/goods-import.ts'
import { staffInvitations } from '#contract/invitations.ts'
import { staffOffers } from '#contract/offer-desk.ts'
import { staffPictureImports } from '#contract/picture-import.ts'
import { staffPriceLists } from '#contract/price-lists.ts'
import { staffSegments } from '#contract/segments.ts'
import { staffFeedbackList, staffWantedList } from '#contract/selfservice.ts'
import { staffAddressList } from '#contract/staff.ts'
import { staffPeople } from '#contract/staff-people.ts'
import { listExporter, timeCell } from '../../../../platform/list-exporter.ts'

const REVIEWS: Readonly<Record<string, string>> = { waiting: '待审核', passed: '已通过', rejected: '已驳回' }
const INVITATIONS: Readonly<Record<string, string>> = {
  sent: '已发出',
  opened: '已打开',
  used: '已使用',
  expired: '已过期',
  revoked: '已撤回',
}
const PEOPLE = { active: '在职', locked: '停用', left: '离职' } as const
const APPROVALS: Readonly<Record<string, string>> = {
  waiting: '等待批准',
  approved: '已批准',
  refused: '已退回',
  withdrawn: '已撤回',
  expired: '已过期',
}
const JOBS: Readonly<Record<string, string>> = { failed: '失败', running: '执行中', waiting: '等待' }

const IMPORT_COLUMNS: Parameters<typeof listExporter<typeof staffImports>>[2] = [
  ['编号', 'id', 9],
  ['状态', 'state_name', 12],
  ['文件', 'file_name', 36],
  ['导入人', 'by', 12],
  ['读入于', { time: 'at' }],
  ['导入于', { time: 'landed_at' }],
  ['行数', 'total', 9],
  ['新增', ({ counts }) => counts.new, 9],
  ['改动', ({ counts }) => counts.changed, 9],
  ['不导入', ({ counts }) => counts.refused, 9],
  ['已写入', ({ counts }) => counts.landed, 9],
]

/** Companies, what they ask for, and the house itself. */
export const HOUSE_LISTS = {
  addresses: listExporter(staffAddressList, '收货地址', [
    ['企业', 'company', 30],
    ['状态', ({ review }) => REVIEWS[review] ?? review, 10],
    ['许可证地址', 'licence_address', 40],
    ['收货地址', 'address', 40],
    ['收货人', 'receiver', 12],
    ['电话', 'phone', 16],
    ['审核人', 'reviewed_by', 12],
    ['理由', 'review_reason', 30],
    ['提交于', { time: 'changed_at' }],
  ]),
  invitations: listExporter(staffInvitations, '邀请', [
    ['企业', 'company', 30],
    ['种类', ({ is_new: isNew }) => (isNew === 1 ? '新企业注册' : '已有企业'), 12],
    ['联系人', 'contact', 12],
    ['手机号', 'phone', 16],
    ['状态', ({ state }) => INVITATIONS[state] ?? state, 10],
    ['次数', 'sends', 6],
    ['发出于', { time: 'sent_at' }],
    ['发出人', 'sent_by', 12],
    ['有效至', { time: 'expires_at' }],
    ['打开于', { time: 'opened_at' }],
    ['结束于', { time: 'ended_at' }],
    ['结束人', 'ended_by', 12],
  ]),
  price_lists: listExporter(staffPriceLists, '调价单', [
    ['编号', 'id', 9],
    ['状态', 'state_name', 10],
    ['调价单', 'name', 30],
    ['生效时间', ({ starts_at: at }) => (at === '' ? '批准后立即' : timeCell(at)), 17],
    ['行数', 'rows', 9],
    ['会生效', 'ready', 9],
    ['有误', 'wrong', 9],
    ['建立人', 'created_by', 12],
    ['修改人', 'updated_by', 12],
    ['修改于', { time: 'updated_at' }],
    ['生效于', { time: 'applied_at' }],
  ]),
  goods_imports: listExporter(staffImports, '导入资料', IMPORT_COLUMNS),
  picture_imports: listExporter(staffPictureImports, '导入图片', IMPORT_COLUMNS),
  offers: listExporter(staffOffers, '营销活动', [
    ['状态', 'state_name', 10],
    ['种类', 'kind_name', 10],
    ['活动', 'name', 30],
    ['条款', 'text', 50],
    ['商品', 'goods', 36],
    ['客户', 'buyers', 30],
    ['开始', { time: 'starts_at' }],
    ['结束', { time: 'ends_at' }],
    ['送审中', { flag: 'waiting' }],
    ['修改人', 'updated_by', 12],
    ['修改于', { time: 'updated_at' }],
  ]),
  coupons: listExporter(staffCoupons, '优惠券', [
    ['状态', 'state_name', 10],
    ['优惠券', 'name', 28],
    ['优惠', 'text', 36],
    ['商品', 'goods', 36],
    ['客户', 'buyers', 30],
    ['发放', 'taking', 36],
    ['有效期', 'validity', 28],
    ['总量', ({ quota }) => (quota === 0 ? '不限' : quota), 10],
    ['已发', 'taken', 10],
    ['修改人', 'updated_by', 12],
    ['修改于', { time: 'updated_at' }],
  ]),
  segments: listExporter(staffSegments, '客群', [
    ['客群', 'name', 28],
    ['条件', 'text', 60],
    ['修改人', 'updated_by', 12],
    ['修改于', { time: 'updated_at' }],
  ]),
  broadcasts: listExporter(staffBroadcasts, '群发消息', [
    ['状态', ({ state }) => BROADCAST_STATES[state], 10],
    ['标题', 'title', 36],
    ['发给', 'audience', 40],
    ['发送', { time: 'due_at' }],
    ['企业', 'total', 9],
    ['已发', 'sent', 9],
    ['修改人', 'updated_by', 12],
    ['修改于', { time: 'updated_at' }],
  ]),
  broadcast_companies: listExporter(staffBroadcastCompanies, '群发结果', [
    ['标题', 'title', 36],
    ['企业编码', 'code', 20],
    ['企业', 'company', 36],
    ['结果', ({ state }) => BROADCAST_COMPANY_STATES[state], 24],
    ['时间', { time: 'at' }],
    ['已读', { time: 'read_at' }],
    ['点开链接', { time: 'opened_at' }],
  ]),
  deals: listExporter(staffDeals, '特价与抽奖', [
    ['状态', 'state_name', 10],
    ['种类', 'kind_name', 12],
    ['名称', 'name', 30],
    ['内容', 'text', 60],
    ['开始', { time: 'starts_at' }],
    ['结束', { time: 'ends_at' }],
    ['送审中', { flag: 'waiting' }],
    ['修改人', 'updated_by', 12],
    ['修改于', { time: 'updated_at' }],
  ]),
  draw_records: listExporter(staffDrawRecords, '抽奖记录', [
    ['编号', 'id', 9],
    ['时间', { time: 'at' }],
    ['抽奖', 'draw', 24],
    ['企业', 'company', 30],
    ['结果', 'prize', 24],
    ['中奖', { flag: 'won' }],
    ['随机数', 'value', 10],
    ['范围', 'range', 10],
  ]),
  wanted: listExporter(staffWantedList, '求购', [
    ['状态', 'state_name', 10],
    ['商品', 'name', 28],
    ['规格', 'spec', 18],
    ['生产厂家', 'manufacturer', 28],
    ['数量', 'number', 9],
    ['单位', 'unit', 6],
    ['期望价', { yuan: 'expected_price' }],
    ['企业', 'company', 30],
    ['说明', 'note', 40],
    ['最近答复', 'last_answer', 40],
    ['提交于', { time: 'created_at' }],
    ['更新于', { time: 'updated_at' }],
  ]),
  feedback: listExporter(staffFeedbackList, '反馈与投诉', [
    ['状态', 'state_name', 10],
    ['类型', ({ kind }) => (kind === 'complaint' ? '投诉' : '反馈'), 8],
    ['关于', 'topic', 16],
    ['内容', 'text', 60],
    ['企业', 'company', 30],
    ['订单号', 'order_no', 20],
    ['联系方式', 'contact', 18],
    ['提交于', { time: 'created_at' }],
    ['答复', ({ answers }) => answers.map(({ author, text }) => `${author}：${text}`).join('；'), 60],
    ['最近答复于', ({ answers }) => timeCell(answers.at(-1)?.at), 17],
  ]),
  articles: listExporter(staffArticles, '文章与法律文本', [
    ['标题', 'title', 40],
    ['栏目', ({ section }) => section.name, 18],
    ['状态', ({ state }) => (state === 'published' ? '已发布' : '草稿'), 10],
    ['有未发布的修改', { flag: 'waiting' }, 14],
    ['法律文本', { flag: 'legal' }],
    ['版本', 'version', 6],
    ['页面', 'url', 30],
    ['保存人', 'saved_by', 12],
    ['保存于', { time: 'updated_at' }],
  ]),
  people: listExporter(staffPeople, '员工', [
    ['登录名', 'username', 16],
    ['姓名', 'name', 12],
    ['状态', ({ state }) => PEOPLE[state], 8],
    ['岗位', ({ roles }) => roles.map(({ name }) => name).join('、'), 30],
    ['二次验证', { flag: 'factor' }],
    ['在线的登录', 'sessions', 10],
    ['最近使用', { time: 'last_seen_at' }],
    ['添加于', { time: 'created_at' }],
  ]),
  approvals: listExporter(staffApprovals, '批准事项', [
    ['状态', ({ state }) => APPROVALS[state] ?? state, 10],
    ['事项', 'kind_name', 18],
    ['内容', 'title', 40],
    ['变更', ({ changes }) => changes.map(({ name, before, after }) => `${name}：${before} → ${after}`).join('；'), 50],
    ['理由', 'reason', 30],
    ['提交人', 'asked_by', 12],
    ['提交于', { time: 'asked_at' }],
    ['处理人', 'decided_by', 12],
    ['处理于', { time: 'decided_at' }],
    ['处理说明', 'decision_note', 30],
  ]),
  jobs: listExporter(staffJobs, '后台任务', [
    ['编号', 'id', 10],
    ['任务', 'name', 24],
    ['状态', ({ state }) => JOBS[state] ?? state, 10],
    ['已试', 'attempts', 8],
    ['最多', 'max_attempts', 8],
    ['错误', 'error', 60],
    ['下次执行', { time: 'run_at' }],
    ['提交于', { time: 'created_at' }],
  ]),
  sent_messages: listExporter(staffSentMessages, '短信与邮件', [
    ['编号', 'id', 10],
    ['方式', 'way_name', 8],
    ['内容', 'template_name', 16],
    ['收件', 'receiver', 24],
    ['企业', 'company', 30],
    ['状态', 'state_name', 10],
    ['通道', 'service', 14],
    ['通道编号', 'service_id', 28],
    ['说明', 'error', 50],
    ['次数', 'tries', 6],
    ['提交于', { time: 'created_at' }],
    ['发出于', { time: 'sent_at' }],
    ['回执于', { time: 'reported_at' }],
  ]),
}
