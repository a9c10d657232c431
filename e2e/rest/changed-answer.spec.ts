import { expect, fillLead, hydrated, openWithoutScripts, player, submitButton, test } from '../test.ts'

for (const part of ['video', 'message'] as const)
  test(`the answer to a native post keeps its ${part} when an extension changes it before hydration`, async ({
    page,
    lead,
    consoleErrors,
  }) => {
    const release = await openWithoutScripts(page)
    await fillLead(page, part === 'video' ? lead : { ...lead, name: '   ' })
    await submitButton(page).click({ noWaitAfter: true })
    const shown = part === 'video' ? player(page) : page.getByText('Please enter your name.')
    await expect(shown).toBeVisible()
    await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('div')))
    release()
    await hydrated(page, 'main')
    await expect(shown).toBeVisible()
    if (part === 'message') await expect(page.getByLabel('Email')).toHaveValue(lead.email)
    expect(consoleErrors).toEqual([])
  })
