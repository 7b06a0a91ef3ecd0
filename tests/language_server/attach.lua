-- Neovim, without a screen, as an editor of a rule file: attaches to the server, and writes down what comes of it.
local arguments = vim.split(os.getenv("HOYLE_NEOVIM"), "\n")
local python, file, out = arguments[1], arguments[2], arguments[3]
local results = {}

vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = "hoyle", cmd = { python, "-m", "hoyle", "lsp", "--stdio" }, root_dir = vim.fn.fnamemodify(file, ":h") })
vim.lsp.buf_attach_client(buffer, client)

local function wait(condition)
  return vim.wait(20000, condition, 50)
end

local function at(pattern)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.fn.search(pattern)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"
end

-- A diagnostic, as the file is opened with a misspelt name.
wait(function() return #vim.diagnostic.get(buffer) > 0 end)
local found = vim.diagnostic.get(buffer)[1]
results.diagnostic = found and { code = found.code, line = found.lnum, column = found.col } or vim.NIL

-- Mended by hand, it goes.
vim.cmd([[%s/mod is angry/mood is angry/]])
results.mended = wait(function() return #vim.diagnostic.get(buffer) == 0 end)

-- From a use to where it is introduced.
at("fits(c)$")
vim.lsp.buf.definition()
wait(function() return vim.fn.getline("."):match("^define fits") ~= nil end)
results.definition = vim.fn.getline(".")

-- A new name, everywhere.
at([[mood as]])
vim.lsp.buf.rename("temper")
results.renamed = wait(function() return not text():match("mood") end)

-- Laid out.
vim.cmd([[%s/permit fitting/permit      fitting/]])
vim.lsp.buf.formatting_sync(nil, 10000)
results.formatted = text()

-- The line above the example, pushed; afterwards it says what came of it.
at("^example")
local line = vim.fn.line(".") - 1
local function lens()
  vim.lsp.codelens.refresh()
  vim.wait(300)
  for _, one in ipairs(vim.lsp.codelens.get(buffer)) do
    if one.range.start.line == line then return one.command.title end
  end
end
wait(function() return lens() ~= nil end)
results.lens = lens()
vim.lsp.codelens.run()
wait(function() return lens() ~= results.lens end)
results.pushed = lens()

local file_out = io.open(out, "w")
file_out:write(vim.fn.json_encode(results))
file_out:close()
vim.lsp.stop_client(client)
vim.cmd("qall!")
