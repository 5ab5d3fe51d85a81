import { Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { entrance } from '../api/calls.ts'
import { chooseLook, useIsDark } from '../app/look.ts'
import { useMe } from '../app/me.ts'

/** Who is signed in, and what concerns himself alone. */
export function UserMenu() {
  const me = useMe()
  const api = useApi()
  const isDark = useIsDark()
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    // Whatever the answer: the next person begins at the entrance, with nothing of this one left in the page.
    await api.ask(entrance.logout, {}).catch(() => undefined)
    window.location.assign('/console/')
  }
  const roles = me.roles.map(({ name }) => name).join('、')
  const deeds: Readonly<Record<string, () => void>> = {
    account: () => void navigate('/system/me'),
    look: () => chooseLook(!isDark),
    leave: () => void leave(),
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      menu={{
        items: [
          { key: 'account', label: '我的账号' },
          { key: 'look', label: isDark ? '浅色界面' : '深色界面' },
          { type: 'divider' },
          { key: 'leave', label: '退出登录' },
        ],
        onClick: ({ key }) => deeds[key]?.(),
      }}
    >
      <button type="button" className="user">
        <span className="ava" aria-hidden="true">
          {[...me.name][0]}
        </span>
        <span className="ell">
          <b>{me.name}</b>
          <small title={roles}>{roles}</small>
        </span>
      </button>
    </Dropdown>
  )
}
