import { useNavigate } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { memberPaths } from '../../member-paths.ts'
import { AskShop } from '../../parts/credentials/AskShop.tsx'
import { LetterCode } from '../../parts/credentials/LetterCode.tsx'
import css from '../../parts/credentials/stage.module.css'
import type { Ways } from '../../parts/credentials/ways.ts'

/** In a shop that can send no codes: who has a letter goes on with it, who has none learns how to get one. */
export function ByInvitation({ help }: { help: Ways['help'] }) {
  const navigate = useNavigate()
  return (
    <div className={css.sheet}>
      <p className="note note-info">
        <Icon name="info" />
        <span>本商城凭邀请注册：我们先确认您的企业，再发给您一封带邀请码的信，或一个链接。</span>
      </p>
      <LetterCode label="邀请码" action="打开邀请" onCode={(code) => void navigate(memberPaths.invited(code))} />
      <p className="muted">还没有邀请？请告诉我们企业全称、联系人和手机号，我们核实后发出：</p>
      <AskShop help={help} />
    </div>
  )
}
