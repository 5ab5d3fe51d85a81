import { Link } from 'react-router'
import type { GoodsFilesWire } from '#contract/firsttrade.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { FilterBar, WordsFilter } from '#ui/FilterBar.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import css from './exchange.module.css'
import { PackPanel, usePackWatch } from './PackPanel.tsx'

const addressOf = (words: string) => memberPaths.firstTrade({ tab: 'goods', keywords: words || undefined })

/** First-trade files of goods: found by name, code, approval number or maker; those that were bought last come first. */
export function GoodsFiles({ words, list }: { words: string; list: GoodsFilesWire['list'] }) {
  usePackWatch(list.map(({ pack }) => pack))
  return (
    <>
      <FilterBar key={words} label="查找品种" to={(asked) => addressOf(asked('keywords'))} clear={words !== '' && addressOf('')}>
        <WordsFilter label="品名、编码、批准文号或厂家" words={words} />
      </FilterBar>
      {list.length === 0 ? (
        <Nothing
          picture="paper"
          text={words === '' ? '还没有登记品种资料' : '没有找到这个品种的资料'}
          hint={
            words === '' ? '需要某个品种的首营资料时，请联系您的客户经理。' : '换一个名称或批准文号再找；没有登记的请联系您的客户经理。'
          }
        >
          {words !== '' && <ButtonLink to={addressOf('')}>查看全部品种</ButtonLink>}
        </Nothing>
      ) : (
        <ul className={css.goods}>
          {list.map((goods) => (
            <li key={goods.goods_id}>
              <h3>
                <Link to={paths.goods(goods.goods_id)}>{goods.name}</Link>
                <small>{[goods.spec, goods.manufacturer, goods.approval_no].filter(Boolean).join('　')}</small>
              </h3>
              <p className={css.kinds}>
                {goods.papers.map((paper) => (
                  <span
                    key={paper.id}
                    className={paper.state === 'expired' ? 'chip chip-bad' : paper.state === 'soon' ? 'chip chip-warn' : 'chip'}
                  >
                    {paper.name}
                    {paper.state === 'expired' && '（已过期）'}
                  </span>
                ))}
              </p>
              <PackPanel pack={goods.pack} name={`${goods.name}资料包`} goodsId={goods.goods_id} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
