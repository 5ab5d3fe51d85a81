import { approvals } from '../../api/approvals.ts'
import { piecesOf, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'

export const system: Zone = {
  pages: [
    { path: 'system/staff', title: '员工', words: 'yg', area: 'system', needs: 'staff.view', load: () => import('./StaffPage.tsx') },
    { path: 'system/roles', title: '岗位', words: 'gw', area: 'system', needs: 'staff.view', load: () => import('./RolesPage.tsx') },
    { path: 'system/approvals', title: '批准', words: 'pz', area: 'system', load: () => import('./ApprovalsPage.tsx') },
    { path: 'system/audit', title: '操作记录', words: 'czjl', area: 'system', needs: 'audit.view', load: () => import('./AuditPage.tsx') },
    {
      path: 'system/settings',
      title: '设置',
      words: 'sz',
      area: 'system',
      needs: 'settings.view',
      load: () => import('./SettingsPage.tsx'),
    },
    {
      path: 'system/opening',
      title: '开业准备',
      words: 'kyzb',
      area: 'system',
      needs: 'settings.view',
      load: () => import('./OpeningPage.tsx'),
    },
    {
      path: 'system/seals',
      title: '本公司印章',
      words: 'bgsyz',
      area: 'system',
      needs: 'seals.register',
      load: () => import('./OwnSealsPage.tsx'),
    },
    { path: 'system/tasks', title: '任务', words: 'rw', area: 'system', load: () => import('./TasksPage.tsx') },
    {
      path: 'system/files',
      title: '文件存储',
      words: 'wjcc 查毒 对象存储',
      area: 'system',
      needs: 'system.health',
      load: () => import('./FilesPage.tsx'),
    },
    { path: 'system/me', title: '我的账号', words: 'wdzh', area: 'system', load: () => import('./AccountPage.tsx') },
  ],
  queues: [
    {
      text: '待我批准',
      area: 'system',
      needs: 'approvals.decide',
      ...piecesOf(approvals.list, (row) => ({
        id: row.id,
        who: row.asked_by,
        what: `${row.kind_name} ${row.title}`,
        since: row.asked_at,
        to: `system/approvals?scope=decide&state=waiting&look=${row.id}`,
      })),
      newestFirst: true,
      query: { scope: 'decide', state: 'waiting' },
      to: 'system/approvals?scope=decide&state=waiting',
    },
    {
      text: '失败的后台任务',
      area: 'system',
      needs: 'jobs.view',
      ...piecesOf(calls.jobs, (row) => ({
        id: row.id,
        who: row.name,
        what: row.error,
        since: row.created_at,
        to: 'system/tasks?tab=queue&state=failed',
      })),
      newestFirst: true,
      query: { state: 'failed' },
      to: 'system/tasks?tab=queue&state=failed',
    },
  ],
  alarms: [
    {
      text: '渠道没有回应的任务',
      area: 'system',
      needs: 'jobs.view',
      list: calls.jobs,
      query: { state: 'failed', channels: 1 },
      to: 'system/tasks?tab=queue&state=failed&channels=1',
    },
  ],
  commands: [
    { text: '我的导出', words: 'wddc 下载 任务', to: 'system/tasks' },
    { text: '失败的后台任务', words: 'sb rw 重试', needs: 'jobs.view', to: 'system/tasks?tab=queue&state=failed' },
    { text: '新增员工', words: 'xzyg 账号', needs: 'staff.manage', to: 'system/staff?new=1' },
    { text: '应急授权', words: 'yjsq 批准', needs: 'system.break_glass', to: 'system/approvals' },
    { text: '新岗位', words: 'xgw 角色 权限', needs: 'roles.change', to: 'system/roles?new=1' },
    { text: '商城设置', words: 'sz 运费 证照 收款账户', needs: 'settings.view', to: 'system/settings' },
    { text: '登记本公司印章', words: 'djyz 公章', needs: 'seals.register', to: 'system/seals' },
  ],
}
