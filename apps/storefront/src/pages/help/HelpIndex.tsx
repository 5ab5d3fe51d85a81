import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { linksQuery, useUser } from '../../api/queries.ts'
import { openService } from '../../frame/open-service.ts'
import css from './Article.module.css'
import { HelpSearch } from './HelpSearch.tsx'
import { helpPath } from './help-paths.ts'
import { useHelpGroups } from './help-query.ts'

const ICONS: Readonly<Record<string, IconName>> = { xrzn: 'store', fwbz: 'shield', zfps: 'truck', topic: 'file', us: 'headset' }

/** The first page of the help centre: a search, every article by its group, and the way to a person. */
export function HelpIndex() {
  const groups = useHelpGroups()
  const chat = useUser()?.is_can_chat === 1
  const hours = useQuery(linksQuery(useApi())).data?.hours[0]
  return (
    <>
      <HelpSearch big />
      <div className={css.index}>
        {groups.map(({ id, code, name, articles }) => (
          <section key={id}>
            <h2>
              <Icon name={ICONS[code] ?? 'file'} size={20} />
              {name}
            </h2>
            <ul>
              {articles.map((article) => (
                <li key={article.id}>
                  <Link to={helpPath(article)}>{article.title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section className={css.person}>
          <h2>没有找到答案</h2>
          <p>{hours ? `服务时间${hours}，其他时间可以留言。` : '可以随时留言。'}</p>
          <Button kind="primary" onClick={openService}>
            {chat ? '在线客服' : '联系客服'}
          </Button>
        </section>
      </div>
    </>
  )
}
