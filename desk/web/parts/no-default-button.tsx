/**
 * The first button of a form, which Enter presses. Outside a dialog, `dialog` sends nothing, so only a
 * pressed button sends the form. If it were disabled, Chromium would press the next button for a day or a box
 * (HTMLFormElement::SubmitImplicitly).
 */
export const NoDefaultButton = () => <button type="submit" formMethod="dialog" formNoValidate hidden />
