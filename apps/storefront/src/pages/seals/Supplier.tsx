import { Link } from 'react-router'
import type { CertificateWire, SealInfoWire } from '#contract/seals.ts'
import { Block } from '#ui/Block.tsx'
import { CopyText } from '#ui/CopyText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { beijingTime } from '#ui/times.ts'
import { paths } from '../../paths.ts'
import { SealPicture } from './SealPicture.tsx'
import css from './seals.module.css'

/** By what the wholesaler's papers are known: how its seals look, with which certificate it signs, how both are checked. */
export function Supplier({ info }: { info: SealInfoWire }) {
  return (
    <>
      <Block
        title="供应商印模"
        head={
          info.samples_url !== '' && (
            <a className="btn btn-sm" href={info.samples_url} download={`${info.supplier}印章印模备案表.pdf`}>
              <Icon name="file" size={14} />
              下载印模备案表
            </a>
          )
        }
      >
        <ul className={css.samples}>
          {info.samples.map((one) => (
            <li key={one.purpose}>
              <SealPicture
                name={one.name}
                purpose={one.purpose === 'official' ? '' : one.purpose_name}
                number={one.number}
                picture={one.picture_url}
              />
              <span>{one.purpose_name}</span>
            </li>
          ))}
        </ul>
      </Block>
      <Block title="供应商签章证书">
        {info.certificate === null ? (
          <p>供应商尚未启用电子签名证书：单据以编号、校验码和文件校验值核验。</p>
        ) : (
          <Certificate certificate={info.certificate} />
        )}
        <h3 className={css.small}>怎样核验一张单据</h3>
        <ol className={css.steps}>
          <li>
            扫单据右上角的二维码，或在
            <Link className="link" to={paths.verify()}>
              单据核验
            </Link>
            页输入编号与校验码：看单据是否有效、是否已被新版本替代。
          </li>
          <li>在核验页拖入收到的 PDF：只在浏览器里计算校验值并比对，一个字节不同都会指出。</li>
          <li>用 Adobe Acrobat 等阅读器打开，签名面板应显示签名有效，证书指纹与上面一致。</li>
        </ol>
      </Block>
    </>
  )
}

function Certificate({ certificate }: { certificate: CertificateWire }) {
  const day = (instant: string) => beijingTime(instant).slice(0, 10)
  return (
    <>
      {certificate.is_demo === 1 && <p className="note note-warn">演示证书：由演示商店自己签发，没有法律效力。</p>}
      <Facts
        className={css.certificate}
        facts={[
          ['主体', certificate.subject],
          ['签发者', certificate.issuer],
          ['有效期', `${day(certificate.valid_from)} 至 ${day(certificate.valid_until)}`],
          ['序列号', <code key="serial">{certificate.serial}</code>],
          [
            'SHA-256 指纹',
            <>
              <code>{certificate.fingerprint}</code> <CopyText text={certificate.fingerprint} what="证书指纹" />
            </>,
          ],
        ]}
      />
    </>
  )
}
