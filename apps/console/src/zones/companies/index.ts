import type { DataOf } from '#contract/call.ts'
import type { staffCompanies } from '#contract/company-desk.ts'
import { type Piece, piecesOf, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'
import { EXPIRING_DAYS } from './states.ts'

type Row = DataOf<typeof staffCompanies>['list'][number]
const waiting =
  (what: string, to: (id: number) => string) =>
  (row: Row): Piece => ({
    id: row.id,
    who: row.name,
    what: `${what} ${row.type} ${row.region}`,
    since: row.since ?? row.created_at,
    to: to(row.id),
  })
const papers = (row: Row): Piece => ({
  ...waiting('', (id) => `companies/review/${id}?queue=certificate`)(row),
  what: `${row.waiting_papers} 份证照`,
})

export const companies: Zone = {
  pages: [
    {
      path: 'companies',
      title: '企业',
      words: 'qy',
      area: 'companies',
      needs: 'companies.view',
      load: () => import('./CompaniesPage.tsx'),
    },
    {
      path: 'companies/review',
      title: '审核',
      words: 'sh',
      area: 'companies',
      needs: 'companies.review',
      load: () => import('./ReviewStart.tsx'),
    },
    { path: 'companies/review/:id', title: '审核', area: 'companies', needs: 'companies.review', load: () => import('./ReviewPage.tsx') },
    {
      path: 'companies/addresses',
      title: '收货地址',
      words: 'shdz',
      area: 'companies',
      needs: 'addresses.view',
      load: () => import('./AddressesPage.tsx'),
    },
    {
      path: 'companies/invitations',
      title: '邀请',
      words: 'yq',
      area: 'companies',
      needs: 'companies.view',
      load: () => import('./InvitationsPage.tsx'),
    },
    {
      path: 'companies/imports',
      title: '导入企业',
      words: 'drqy 名册',
      area: 'companies',
      needs: 'companies.view',
      load: () => import('./ImportsPage.tsx'),
    },
    {
      path: 'companies/imports/:id',
      title: '导入企业',
      area: 'companies',
      needs: 'companies.view',
      load: () => import('./ImportPage.tsx'),
    },
    {
      path: 'companies/pairs',
      title: '疑似重复',
      words: 'yscf 合并',
      area: 'companies',
      needs: 'companies.view',
      load: () => import('./PairsPage.tsx'),
    },
    {
      path: 'companies/seals',
      title: '印章申请',
      words: 'yzsq',
      area: 'companies',
      needs: 'seals.view',
      load: () => import('./SealsPage.tsx'),
    },
    {
      path: 'companies/contracts',
      title: '合同',
      words: 'ht',
      area: 'companies',
      needs: ['companies.view', 'contracts.publish', 'contracts.demand'],
      load: () => import('./ContractsPage.tsx'),
    },
    { path: 'companies/:id', title: '企业', area: 'companies', needs: 'companies.view', load: () => import('./CompanyPage.tsx') },
  ],
  commands: [
    { text: '审核下一家企业', words: 'shxyjqy 首营 证照', needs: 'companies.review', to: 'companies/review' },
    { text: '邀请新企业注册', words: 'yqxqy zc', needs: 'companies.invite', to: 'companies/invitations?new=1' },
    { text: '邀请没有登录的企业', words: 'yqdl', needs: 'companies.invite', to: 'companies?tab=no-login' },
    { text: '从文件导入企业', words: 'drqy excel 名册 老客户', needs: 'companies.import', to: 'companies/imports/new' },
    { text: '证照即将到期的企业', words: 'zzjjdq 过期', needs: 'companies.view', to: 'companies?tab=expiring' },
  ],
  queues: [
    {
      text: '待首营审批',
      area: 'companies',
      needs: 'first_trade.approve',
      ...piecesOf(
        calls.companies,
        waiting('首营审批', (id) => `companies/${id}?tab=first-trade`),
      ),
      query: { queue: 'first_trade' },
      to: 'companies?tab=first-trade',
    },
    {
      text: '待审核企业',
      area: 'companies',
      needs: 'companies.view',
      ...piecesOf(
        calls.companies,
        waiting('新企业', (id) => `companies/review/${id}?queue=new`),
      ),
      work: ['company'],
      query: { queue: 'new' },
      to: 'companies/review',
    },
    {
      text: '证照待审的企业',
      area: 'companies',
      needs: 'companies.view',
      ...piecesOf(calls.companies, papers),
      work: ['company'],
      query: { queue: 'certificate' },
      to: 'companies?tab=certificate',
    },
    {
      text: '变更待审的企业',
      area: 'companies',
      needs: 'companies.view',
      ...piecesOf(
        calls.companies,
        waiting('资料变更', (id) => `companies/${id}?tab=overview`),
      ),
      work: ['company'],
      query: { queue: 'change' },
      to: 'companies?tab=change',
    },
    {
      text: '待审核的收货地址',
      area: 'companies',
      needs: 'addresses.view',
      ...piecesOf(calls.addresses, (row) => ({
        id: row.id,
        who: row.company,
        what: row.address,
        since: row.changed_at,
        to: `companies/addresses?look=${row.id}`,
      })),
      query: { review: 'waiting' },
      to: 'companies/addresses',
    },
    {
      text: '疑似重复的企业',
      area: 'companies',
      needs: 'companies.review',
      ...piecesOf(calls.pairs, (row) => ({
        id: row.id,
        who: row.first.name,
        what: `与 ${row.second.name} ${row.sign_names.join('、')}`,
        since: row.found_at,
        to: `companies/pairs?look=${row.id}`,
      })),
      to: 'companies/pairs',
    },
  ],
  alarms: [
    {
      text: `${EXPIRING_DAYS} 天内有证照到期的企业`,
      area: 'companies',
      needs: 'companies.view',
      list: calls.companies,
      query: { expiring: EXPIRING_DAYS },
      to: 'companies?tab=expiring',
    },
  ],
}
