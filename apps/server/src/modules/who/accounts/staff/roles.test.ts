import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PERMISSION_WORDS, PERMISSIONS } from '#contract/permissions.ts'
import { makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { untilOneWaits } from '../../../../../test/waiting.ts'
import { seedRoles } from './role-store.ts'
import { SEEDED_ROLES } from './roles.ts'

let boss: string

const shop = await testShop({ now: new Date('2026-11-23T01:00:00Z') })
const { db } = shop.database
boss = await makeStaffOf(db, 'administrator', '管理员甲')

interface Role {
  key: string
  name: string
  builtin: number
  permissions: string[]
  people: number
  version: number
}
const listed = async () => (await shop.ask('GET', '/api/staff/role', { cookie: boss })).data as { list: Role[]; permissions: object[] }
const roleOf = async (key: string): Promise<Role> => {
  const found = (await listed()).list.find((one) => one.key === key)
  if (!found) throw new Error(`no role ${key}`)
  return found
}
const save = (role: Pick<Role, 'key' | 'name' | 'permissions'> & { version?: number }, cookie = boss) =>
  shop.ask('POST', '/api/staff/role', { cookie, body: { version: 0, reason: '岗位调整', ...role } })
const remove = (key: string) => shop.ask('DELETE', `/api/staff/role/${key}`, { cookie: boss })
const me = (cookie: string) => shop.ask('GET', '/api/staff/me', { cookie })
const audits = (key: string) =>
  db.selectFrom('audit_log').select(['action', 'before', 'after']).where('subject', '=', `role:${key}`).orderBy('id').execute()

describe('岗位', () => {
  it('开店就有九个系统岗位，权限如代码所写；每个权限有领域、名称和质量或业务之分', async () => {
    const { list, permissions } = await listed()
    expect(list.map(({ key, name, builtin, permissions: words }) => ({ key, name, builtin, words: [...words].sort() }))).toEqual(
      expect.arrayContaining(
        Object.entries(SEEDED_ROLES).map(([key, { name, permissions: words }]) => ({ key, name, builtin: 1, words: [...words].sort() })),
      ),
    )
    expect(list).toHaveLength(Object.keys(SEEDED_ROLES).length)
    expect(permissions).toEqual(PERMISSION_WORDS.map((word) => expect.objectContaining({ word, ...PERMISSIONS[word] })))
    const second = (permissions as { word: string; second: number }[]).filter((one) => one.second === 1).map(({ word }) => word)
    expect(second).toEqual(expect.arrayContaining(['balance.adjust', 'batches.release', 'roles.change', 'settings.change']))
    expect(second).not.toContain('batches.lock')
  })

  it('自设的岗位：建立、改名、给权限，前后留痕；持有的人随即按新的权限，做的人不退出', async () => {
    const { data: made } = await save({ key: '', name: '夜班客服', permissions: ['chat.view'] })
    expect(made).toMatchObject({ name: '夜班客服', builtin: 0, permissions: ['chat.view'], people: 0, version: 0 })
    const holder = await makeStaffOf(db, made.key)
    expect((await shop.ask('GET', '/api/staff/chat', { cookie: holder })).status).toBe(200)
    const { data: changed } = await save({ key: made.key, name: '夜班', permissions: ['wanted.view'] })
    expect(changed).toMatchObject({ key: made.key, name: '夜班', people: 1, version: 1 })
    expect((await me(holder)).status).toBe(401)
    expect((await me(boss)).status).toBe(200)
    const again = await makeStaffOf(db, made.key)
    expect((await shop.ask('GET', '/api/staff/chat', { cookie: again })).status).toBe(403)
    expect(await audits(made.key)).toMatchObject([
      { action: 'role.save', before: null, after: { name: '夜班客服', permissions: ['chat.view'] } },
      {
        action: 'role.save',
        before: { name: '夜班客服', permissions: ['chat.view'] },
        after: { name: '夜班', permissions: ['wanted.view'] },
      },
    ])
  })

  it('没有名称、重名、没有的权限、质量兼业务、没有的岗位都不成，说明原因', async () => {
    const before = (await listed()).list
    for (const [role, field, message] of [
      [{ key: '', name: '　', permissions: [] }, 'name', /请填写岗位名称/],
      [{ key: '', name: '客服', permissions: [] }, 'name', /已有名为“客服”的岗位/],
      [{ key: '', name: '神通', permissions: ['everything'] }, 'permissions', /没有这项权限：everything/],
      [
        { key: '', name: '两边', permissions: ['recalls.run', 'orders.pick'] },
        'permissions',
        /“启动、结束召回”与“拣货、装箱、换批号、先发拆单、采集追溯码”/,
      ],
      [
        { key: 'service', name: '客服', permissions: ['chat.view', 'chat.answer', 'orders.cancel', 'receipts.review'] },
        'permissions',
        /同一岗位/,
      ],
    ] as const) {
      const answer = await save({ ...role, permissions: [...role.permissions] })
      expect([answer.status, answer.data?.errors?.[0]?.field, role.name]).toEqual([422, field, role.name])
      expect(answer.message).toMatch(message)
    }
    expect((await save({ key: 'gone', name: '没有', permissions: [] })).status).toBe(404)
    expect((await listed()).list).toEqual(before)
    const twice = await Promise.all([1, 2].map(() => save({ key: '', name: '同时建立', permissions: [] })))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('别人刚改过的不覆盖：说明现在叫什么、有什么权限', async () => {
    const { data: made } = await save({ key: '', name: '两人改', permissions: ['chat.view'] })
    expect((await save({ key: made.key, name: '先改的', permissions: ['wanted.view'] })).status).toBe(200)
    const stale = await save({ key: made.key, name: '后改的', permissions: [] })
    expect(stale.status).toBe(409)
    expect(stale.data).toEqual({
      reason: 'CHANGED_MEANWHILE',
      version: 1,
      changes: [
        { field: 'name', theirs: '先改的' },
        { field: 'permissions', theirs: 'wanted.view' },
      ],
    })
  })

  it('自己所在的岗位不能加权限，可以减；减到没有人能管理员工就不成', async () => {
    const own = await roleOf('administrator')
    const more = await save({ ...own, permissions: [...own.permissions, 'chat.view'] })
    expect([more.status, more.message]).toEqual([409, '不能给自己所在的岗位增加权限，请由另一位管理员办理'])
    const last = await save({ ...own, permissions: own.permissions.filter((word) => word !== 'staff.manage') })
    expect([last.status, last.message]).toEqual([409, '这样就没有人可以管理员工了，请先让另一位接手'])
    const less = await save({ ...own, permissions: own.permissions.filter((word) => word !== 'seals.register') })
    expect(less.status).toBe(200)
    expect((await me(boss)).data.permissions).not.toContain('seals.register')
  })

  it('总有一位能修改岗位权限：从岗位里拿掉、停用最后一位都不成，有另一位接手就可以', async () => {
    const own = await roleOf('administrator')
    const WITHOUT = '这样就没有人可以修改岗位权限了，请先让另一位接手'
    const less = await save({ ...own, permissions: own.permissions.filter((word) => word !== 'roles.change') })
    expect([less.status, less.message]).toEqual([409, WITHOUT])
    const personnel = { key: 'personnel', name: '人事', permissions: ['staff.view', 'staff.manage'] }
    await db.insertInto('staff_role').values(personnel).execute()
    const clerk = await makeStaffOf(db, personnel.key, '人事员')
    const { id } = (await me(boss)).data
    const lock = () => shop.ask('POST', `/api/staff/person/${id}/lock`, { cookie: clerk, body: { reason: '测试' } })
    expect([(await lock()).message, (await me(boss)).status]).toEqual([WITHOUT, 200])
    const heir = await makeStaffOf(db, 'administrator', '管理员乙')
    expect((await lock()).status).toBe(200)
    expect((await shop.ask('POST', `/api/staff/person/${id}/unlock`, { cookie: heir, body: { reason: '测试' } })).status).toBe(200)
    boss = heir
  })

  it('有人还兼着别的岗位，加了权限就成质量兼业务的，不成，说出是谁', async () => {
    const { data: made } = await save({ key: '', name: '资料员', permissions: ['papers.view'] })
    const cookie = await makeStaffOf(db, made.key, '两岗员')
    const { id } = (await me(cookie)).data
    await sql`insert into staff_grant (account_id, role_id, granted_at) select ${id}, id, now() from staff_role where key = 'warehouse'`.execute(
      db,
    )
    const answer = await save({ key: made.key, name: '资料员', permissions: ['papers.view', 'papers.withdraw'] })
    expect(answer.status).toBe(409)
    expect(answer.message).toMatch(/^两岗员 还有别的岗位，“作废单据”与“.+”不能由同一人担任$/)
    expect((await roleOf(made.key)).permissions).toEqual(['papers.view'])
  })

  it('系统岗位、有人在的岗位不能删；人都离职了可以删，留痕', async () => {
    expect((await remove('marketer')).message).toBe('系统岗位不能删除，可以修改它的权限')
    expect((await remove('gone')).status).toBe(404)
    const { data: made } = await save({ key: '', name: '临时', permissions: ['chat.view'] })
    const cookie = await makeStaffOf(db, made.key)
    const { id } = (await me(cookie)).data
    expect((await remove(made.key)).message).toBe('还有 1 人在这个岗位，请先变更他们的岗位')
    await shop.ask('POST', `/api/staff/person/${id}/leave`, { cookie: boss, body: { reason: '离职' } })
    expect((await remove(made.key)).status).toBe(200)
    expect((await listed()).list.some(({ key }) => key === made.key)).toBe(false)
    expect((await audits(made.key)).map(({ action }) => action)).toEqual(['role.save', 'role.remove'])
  })
})

it('正给人的岗位同时被删：人先得到就不删，先删了就不给', async () => {
  const { data: made } = await save({ key: '', name: '边给边删', permissions: ['chat.view'] })
  const client = await shop.database.pool.connect()
  try {
    // What adding a person does, stopped halfway.
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>('select id from staff_role where key = $1 for share', [made.key])
    const removing = remove(made.key)
    await untilOneWaits(shop.database, '%staff_role%')
    const { id } = (await me(boss)).data
    await client.query('insert into staff_grant (account_id, role_id, granted_at) values ($1, $2, now())', [id, rows[0]?.id])
    await client.query('commit')
    expect(await removing).toMatchObject({ status: 409, message: '还有 1 人在这个岗位，请先变更他们的岗位' })
  } finally {
    client.release()
  }
})

describe('新版本带来的权限', () => {
  const words = async () =>
    (await db.selectFrom('staff_role').select('permissions').where('key', '=', 'finance').executeTakeFirstOrThrow()).permissions

  it('给系统岗位加一次；管理员拿掉之后，再启动多少次也不回来；改过的名称、自设的岗位不动', async () => {
    await sql`update staff_role set permissions = array_remove(permissions, 'credit.change'), offered = array_remove(offered, 'credit.change'),
                     name = '财务部' where key = 'finance'`.execute(db)
    await seedRoles(db)
    expect(await words()).toContain('credit.change')
    const finance = await roleOf('finance')
    expect(finance.name).toBe('财务部')
    const { status } = await save({ ...finance, permissions: finance.permissions.filter((word) => word !== 'credit.change') })
    expect(status).toBe(200)
    const before = (await listed()).list
    await seedRoles(db)
    await seedRoles(db)
    expect(await words()).not.toContain('credit.change')
    expect((await listed()).list).toEqual(before)
  })

  it('两个进程同时启动，也只加一次', async () => {
    await sql`update staff_role set permissions = array_remove(permissions, 'credit.change'), offered = array_remove(offered, 'credit.change')
               where key = 'finance'`.execute(db)
    await Promise.all([1, 2, 3].map(() => seedRoles(db)))
    expect((await words()).filter((word) => word === 'credit.change')).toHaveLength(1)
  })

  it('这个版本不再有的词，不显示也不起作用', async () => {
    await sql`update staff_role set permissions = permissions || array['old.word'] where key = 'marketer'`.execute(db)
    expect((await roleOf('marketer')).permissions).not.toContain('old.word')
  })
})
