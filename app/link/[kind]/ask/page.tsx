import type { Metadata } from 'next'
import { QuestionNotice } from '@/components/question-notice'
import { stopCopy, unsubscribeCopy } from '@/site/copy'

const questions = { stop: stopCopy, unsubscribe: unsubscribeCopy }
const copyOf = async ({ params }: PageProps<'/link/[kind]/ask'>) =>
  questions[(await params).kind as keyof typeof questions]

export const dynamicParams = false
export const generateStaticParams = () => Object.keys(questions).map((kind) => ({ kind }))

export async function generateMetadata(props: PageProps<'/link/[kind]/ask'>): Promise<Metadata> {
  return { title: (await copyOf(props)).title, robots: 'noindex' }
}

/** One static page for all links of a kind. */
export default async function AskPage(props: PageProps<'/link/[kind]/ask'>) {
  const { title, text, button } = await copyOf(props)
  return (
    <QuestionNotice title={title} button={button}>
      <p className="text-balance text-muted-foreground">{text}</p>
    </QuestionNotice>
  )
}
