import { Link } from 'react-router'
import type { ArticleCategoryWire } from '#contract/content.ts'
import { beijingDate } from '#domain/dates.ts'
import { paths } from '../../paths.ts'
import css from './Blocks.module.css'
import { Section } from './Section.tsx'

/** News and notices; one panel a section. */
export function News({ sections }: { sections: ArticleCategoryWire['list'] }) {
  return (
    <Section title="资讯公告">
      <div className={css.news}>
        {sections.slice(0, 3).map(({ id, code, name, articles }) => (
          <section key={id} className="panel">
            <h3>{name}</h3>
            <ul>
              {articles.slice(0, 5).map((article) => (
                <li key={article.id}>
                  <Link to={paths.news(article.id, code === 'hy' ? 'hy' : 'company')} className="ell">
                    {article.title}
                  </Link>
                  <time dateTime={article.published_at}>{beijingDate(new Date(article.published_at)).slice(5)}</time>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Section>
  )
}
