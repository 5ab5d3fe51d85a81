import type { Zone } from '../../zone.ts'
import { calls } from './calls.ts'
import { EXPIRING_DAYS } from './states.ts'

export const companies: Zone = {
  pages: [
    { path: 'companies', title: '企业', area: 'companies', needs: 'companies.view', load: () => import('./CompaniesPage.tsx') },
    { path: 'companies/review', title: '审核', area: 'companies', needs: 'companies.review', load: () => import('./ReviewStart.tsx') },
    { path: 'companies/review/:id', title: '审核', area: 'companies', needs: 'companies.review', load: () => import('./ReviewPage.tsx') },
    {
      path: 'companies/addresses',
      title: '收货地址',
      area: 'companies',
      needs: 'addresses.view',
      load: () => import('./AddressesPage.tsx'),
    },
    {
      path: 'companies/invitations',
      title: '邀请',
      area: 'companies',
      needs: 'companies.view',
      load: () => import('./InvitationsPage.tsx'),
    },
    { path: 'companies/seals', title: '印章申请', area: 'companies', needs: 'seals.view', load: () => import('./SealsPage.tsx') },
    {
      path: 'companies/contracts',
      title: '合同',
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
    { text: '证照即将到期的企业', words: 'zzjjdq 过期', needs: 'companies.view', to: 'companies?tab=expiring' },
  ],
  queues: [
    {
      text: '待首营审批',
      area: 'companies',
      needs: 'first_trade.approve',
      list: calls.companies,
      query: { queue: 'first_trade' },
      to: 'companies?tab=first-trade',
    },
    {
      text: '待审核企业',
      area: 'companies',
      needs: 'companies.view',
      list: calls.companies,
      query: { queue: 'new' },
      to: 'companies/review',
    },
    {
      text: '证照待审的企业',
      area: 'companies',
      needs: 'companies.view',
      list: calls.companies,
      query: { queue: 'certificate' },
      to: 'companies?tab=certificate',
    },
    {
      text: '变更待审的企业',
      area: 'companies',
      needs: 'companies.view',
      list: calls.companies,
      query: { queue: 'change' },
      to: 'companies?tab=change',
    },
    {
      text: '待审核的收货地址',
      area: 'companies',
      needs: 'addresses.view',
      list: calls.addresses,
      query: { review: 'waiting' },
      to: 'companies/addresses',
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
