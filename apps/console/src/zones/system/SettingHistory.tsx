import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

/** Who changed a setting, when and why; newest first. */
export function SettingHistory({ of, title, onClose }: { of: string; title: string; onClose: () => void }) {
  const answer = useAsk(calls.settingHistory, { params: { key: of }, query: {} })
  return (
    <SideDrawer title={title} note="设置的历史" onClose={onClose}>
      <Loaded of={answer}>
        {({ list, next }) =>
          list.length === 0 ? (
            <p className="muted">还没有人改过；现在的值是建店时写入的，或按缺省。</p>
          ) : (
            <ol className="setting-history">
              {list.map(({ id, at, actor, reason, before, value }) => (
                <li key={id}>
                  <p>
                    <b>{actor}</b> <When at={at} />
                  </p>
                  <p className="muted">{reason}</p>
                  <p>
                    <s className="pre">{before || '没有设'}</s>
                  </p>
                  <p className="pre">{value || '不再设，按缺省'}</p>
                </li>
              ))}
              {next > 0 && <li className="muted">更早的在操作记录里</li>}
            </ol>
          )
        }
      </Loaded>
    </SideDrawer>
  )
}
