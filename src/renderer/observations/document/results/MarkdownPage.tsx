// A page in Markdown. Nothing in it runs, loads or leaves: HTML is text, pictures are their words, links are actions.
import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { visible } from '../../../../core/text/visible.ts'
import { ActionLink } from './ActionLink.tsx'
import type { Doing } from './doing.ts'
import { absolute, sections } from './page.ts'
import { Scroll } from './Scroll.tsx'

// A section is read within a frame or two; two of them are more than a screen.
const SECTION = 8_000
const FIRST = 2
const STEP = 4

export function MarkdownPage({ text, base, doing }: { text: string; base: string | null; doing: Doing }): ReactNode {
  const all = useMemo(() => sections(visible(text), SECTION), [text])
  const [count, setCount] = useState(FIRST)
  const left = all.slice(count).reduce((sum, section) => sum + section.length, 0)
  return (
    <div dir="auto" className="markdown max-w-[72ch] px-6 py-4">
      {all.slice(0, count).map((section, index) => (
        // Sections have no name but their place.
        <Section key={index} text={section} base={base} doing={doing} />
      ))}
      {left > 0 && (
        <button type="button" className="button" onClick={() => setCount(count + STEP)}>
          Show more of the page: {left.toLocaleString('en')} characters left
        </button>
      )}
    </div>
  )
}

const PLUGINS = [remarkGfm]

const Section = memo(
  function Section({ text, base, doing }: { text: string; base: string | null; doing: Doing }): ReactNode {
    const components: Components = {
      a: ({ href = '', children }) => (
        <ActionLink url={href.startsWith('#') ? null : absolute(href, base)} doing={doing}>
          {children}
        </ActionLink>
      ),
      img: ({ alt }) => <Picture alt={alt} />,
      input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
      table: (props) => <Table {...props} />
    }
    return (
      <Markdown remarkPlugins={PLUGINS} components={components} urlTransform={(url) => url} skipHtml={false}>
        {text}
      </Markdown>
    )
  },
  (one, other) => one.text === other.text && one.base === other.base && one.doing.busy === other.doing.busy
)

function Picture({ alt }: { alt: string | undefined }): ReactNode {
  return (
    <span className="rounded border border-line border-dashed px-1.5 text-muted text-xs" title="Images are not loaded">
      Image{alt ? `: ${alt}` : ''}
    </span>
  )
}

/** A wide table scrolls by itself. */
function Table({ children }: ComponentProps<'table'>): ReactNode {
  return (
    <Scroll label="Table">
      <table>{children}</table>
    </Scroll>
  )
}
