import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** PostgreSQL refuses to run as root; then another user of the system runs it. */
export interface DatabaseUser {
  name: string
  uid: number
  gid: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

function lookUp(name: string): DatabaseUser | null {
  const ask = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  if (uid.status !== 0 || gid.status !== 0) return null
  return {
    name: spawnSync('id', ['-un', uid.stdout.trim()], { encoding: 'utf8' }).stdout.trim() || name,
    uid: Number(uid.stdout),
    gid: Number(gid.stdout),
  }
}

const OWN_USER = 'anheng-db'

function createOwnUser(): DatabaseUser | null {
  spawnSync(
    'useradd',
    ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', '--user-group', OWN_USER],
    { stdio: 'ignore' },
  )
  return lookUp(OWN_USER)
}

/**
 * Who runs the database: null = whoever runs this process. As root: the owner of an existing cluster (it must not
 * change hands), else postgres, else a system user of our own.
 */
export function chooseUser(cluster: string): DatabaseUser | null {
  if (!isRoot()) return null
  if (existsSync(cluster)) {
    const { uid } = statSync(cluster)
    const owner = uid === 0 ? null : lookUp(String(uid))
    if (owner) return owner
  }
  const user = lookUp('postgres') ?? lookUp(OWN_USER) ?? createOwnUser()
  if (user === null) throw new Error('PostgreSQL 不能以 root 运行，也无法创建系统用户：请新建用户 postgres，或用 DATABASE_URL 指定数据库')
  return user
}

/** May that user enter this folder? */
export function reaches(folder: string, user: DatabaseUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', folder], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
}

export const currentUserName = (): string => userInfo().username
