import type { VerifyWire } from '#contract/exchange.ts'
import { Block } from '#ui/Block.tsx'
import { Facts } from '#ui/Facts.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './verify.module.css'

/** Who signed, with which certificate; and what a reader says of a paper with two signatures. */
export function Signatures({ paper: { signatures, state, stamp, stamp_url: stampUrl } }: { paper: VerifyWire }) {
  if (signatures.length === 0) {
    if (state === 'waiting' || state === 'failed') return null
    return (
      <Block title="电子签名">
        <p>这张单据没有电子签名，以编号、校验码和上面的文件校验值为准。</p>
      </Block>
    )
  }
  return (
    <Block title={signatures.length > 1 ? `电子签名（${signatures.length} 个）` : '电子签名'}>
      {signatures.some((one) => one.is_demo === 1) && (
        <p className="note note-warn">含演示证书：由演示商店自己签发，没有法律效力，阅读器会提示签发者不受信任。</p>
      )}
      <ol className={css.signatures}>
        {signatures.map((one, at) => (
          <li key={one.serial + one.signed_at} aria-label={`第 ${at + 1} 个签名`}>
            <b>
              {at + 1}. {one.name}　{one.purpose}
            </b>
            <Facts
              two
              className={css.facts}
              whole={['证书指纹（SHA-256）']}
              facts={[
                ['签署时间', beijingTime(one.signed_at)],
                ['时间戳', one.time_stamped === 1 ? '有（RFC 3161）' : '无'],
                ['证书主体', one.subject],
                ['签发者', one.issuer],
                ['证书有效期', `${beijingTime(one.valid_from).slice(0, 10)} 至 ${beijingTime(one.valid_until).slice(0, 10)}`],
                ['序列号', one.serial],
                ['证书指纹（SHA-256）', <code key="print">{one.fingerprint}</code>],
              ]}
            />
          </li>
        ))}
      </ol>
      {stamp !== null && (
        <p className={css.hint}>
          签名时时间戳机构没有应答，{beijingTime(stamp.at)} 由 {stamp.authority} 对整个文件补加了时间戳，单独保存，文件本身没有改动：
          <a className="link" href={stampUrl} download>
            下载时间戳
          </a>
        </p>
      )}
      {signatures.length > 1 && (
        <p className={css.hint}>
          后一个签名加在前一个之后：阅读器会说第一个签名“有效，但未覆盖整个文件”，因为它之后又加了签名；最后一个签名覆盖整个文件。两个都显示有效，且最后一个覆盖全文，文件就没有被改过。
        </p>
      )}
      <p className={css.hint}>也可用 Adobe Acrobat 打开文件，在签名面板查看；证书指纹应与这里一致。</p>
    </Block>
  )
}
