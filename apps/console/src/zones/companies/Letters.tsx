import { Alert, Button, Modal } from 'antd'
import { createPortal } from 'react-dom'
import type { LettersWire, LetterWire } from '#contract/invitations.ts'
import { CopyText } from '#ui/CopyText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { lettersCsv, stepsOf, untilText } from './letters.ts'
import './letters.css'

type Sender = LettersWire['sender']

/** One page of A4. */
function Paper({ letter, sender }: { letter: LetterWire; sender: Sender }) {
  const ask = [sender.hot_line, ...sender.hours].filter(Boolean).join(' · ')
  return (
    <section className="letter">
      <header>
        <b>{sender.shop}</b>
        <span>{letter.is_new === 1 ? '采购商城注册邀请' : '采购商城登录邀请'}</span>
      </header>
      <p className="letter-to">
        {letter.company}
        {letter.contact && `　${letter.contact} 收`}
      </p>
      <p>
        {letter.is_new === 1
          ? '诚邀贵企业在我们的采购商城注册，在线查询价格和库存、下单、下载随货资料。'
          : '我们的采购商城已为贵企业备好资料。开通登录之后，即可在线查询价格和库存、下单、下载随货资料。'}
      </p>
      <div className="letter-body">
        <ol>
          {stepsOf(letter, sender).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <figure>
          <img src={letter.qr} alt="邀请的二维码" />
          <figcaption>{letter.code}</figcaption>
        </figure>
      </div>
      <p>
        有效至 <b>{untilText(letter.expires_at)}</b>，只能使用一次。邀请码等于贵企业的登录凭据，请交给负责人本人，不要拍照外传。
      </p>
      <footer>
        {sender.shop}
        {ask && `　咨询：${ask}`}
        {sender.address && `　${sender.address}`}
      </footer>
    </section>
  )
}

function saveCsv(letters: readonly LetterWire[]): void {
  const url = URL.createObjectURL(new Blob([lettersCsv(letters)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `邀请链接-${letters.length}家.csv`
  link.click()
  URL.revokeObjectURL(url)
}

/** Letters that were just made: they are here and nowhere else, so closing is asked once by its own button. */
export function Letters({ of, onClose }: { of: LettersWire; onClose: () => void }) {
  const { letters, skipped, sender } = of
  const [only] = letters
  return (
    <>
      <Modal
        open
        title={letters.length === 1 ? `邀请信：${only?.company}` : `邀请信 ${letters.length} 封`}
        width={720}
        style={{ top: 24 }}
        mask={{ closable: false }}
        keyboard={false}
        onCancel={onClose}
        footer={[
          <Button key="csv" disabled={letters.length === 0} onClick={() => saveCsv(letters)}>
            链接存为 CSV
          </Button>,
          <Button key="print" disabled={letters.length === 0} onClick={() => window.print()}>
            打印 {letters.length} 页
          </Button>,
          <Button key="done" type="primary" onClick={onClose}>
            已交出，关闭
          </Button>,
        ]}
      >
        {letters.length > 0 && (
          <Alert type="warning" showIcon title="邀请码和链接只显示这一次，关闭后只能重新发出（之前的随即失效）。" className="trouble" />
        )}
        {skipped.length > 0 && (
          <Alert
            type="info"
            showIcon
            className="trouble"
            title={`${skipped.length} 家没有生成`}
            description={
              <ul>
                {skipped.map((one) => (
                  <li key={one.company_id}>
                    {one.name}：{one.why}
                  </li>
                ))}
              </ul>
            }
          />
        )}
        {letters.length > 1 && (
          <div className="letters-list">
            <Rows
              rows={letters}
              id={(one) => one.id}
              columns={[
                ['企业', (one) => one.company],
                ['手机号', (one) => one.phone || '不限'],
                ['邀请码', (one) => one.code],
                ['链接', (one) => <CopyText text={one.link} what={`${one.company}的链接`} />],
              ]}
            />
          </div>
        )}
        {letters.length === 1 && only && (
          <>
            <p className="row letters-link">
              <code className="strong ell">{only.link}</code> <CopyText text={only.link} what="链接" />
            </p>
            <div className="letter-preview">
              <Paper letter={only} sender={sender} />
            </div>
          </>
        )}
      </Modal>
      {createPortal(
        <div className="letters-paper" aria-hidden="true">
          {letters.map((one) => (
            <Paper key={one.id} letter={one} sender={sender} />
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}
