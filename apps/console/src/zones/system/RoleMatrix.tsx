import { CheckOutlined } from '@ant-design/icons'
import { byArea, type Draft, type PermissionRow, type Role, sideName, wordsIn } from './roles-draft.ts'

interface Props {
  roles: readonly Role[]
  permissions: readonly PermissionRow[]
  draft: Draft
  canChange: boolean
  /** Buttons of a role, in its column's head. */
  menu: (role: Role) => React.ReactNode
  onToggle: (role: Role, word: string) => void
}

/** A mark in its cell; a changed one shows what it was. */
function Mark({ has, had, second }: { has: boolean; had: boolean; second: boolean }) {
  if (has === had && has && second) return <span className="chip chip-warn">双人</span>
  if (has === had) return has ? <CheckOutlined className="ok" /> : <span className="muted">·</span>
  return has ? <b className="w">可</b> : <s>可</s>
}

/** Permissions by role, grouped by area. */
export function RoleMatrix({ roles, permissions, draft, canChange, menu, onToggle }: Props) {
  return (
    <table className="tb matrix">
      <thead>
        <tr>
          <th>模块</th>
          <th>权限</th>
          <th>代号</th>
          {roles.map((role) => (
            <th key={role.key} className="ctr">
              <span className="row">
                <b>{role.name}</b>
                <span className="muted">{role.people}</span>
                {menu(role)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byArea(permissions).map(({ area, rows }) =>
          rows.map(({ word, name, side, second }, at) => (
            <tr key={word}>
              {at === 0 && (
                <th scope="rowgroup" rowSpan={rows.length} className="area">
                  {area}
                </th>
              )}
              <td>
                {name} {side && <span className="chip chip-info">{sideName(side)}</span>}
              </td>
              <td className="muted s12">{word}</td>
              {roles.map((role) => {
                const has = wordsIn(draft, role).includes(word)
                const had = role.permissions.includes(word)
                const mark = <Mark has={has} had={had} second={second === 1} />
                return (
                  <td key={role.key} className={has === had ? 'ctr' : 'ctr dirty'}>
                    {canChange ? (
                      <button type="button" aria-pressed={has} aria-label={`${role.name}：${name}`} onClick={() => onToggle(role, word)}>
                        {mark}
                      </button>
                    ) : (
                      mark
                    )}
                  </td>
                )
              })}
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
