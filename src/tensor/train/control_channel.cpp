#include "tensor/train/control_channel.h"

#include <array>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "tensor/train/rank_agreement.h"

namespace motley::tensor {

ControlChannel::ControlChannel(core::Communicator& comm) : comm_(comm.split(0, comm.rank())) {}

std::optional<FiguresOfStep> ControlChannel::take_in() {
  if (!coming_) return std::nullopt;
  for (core::Request& request : receiving_) request.wait();
  receiving_.clear();
  std::optional<FiguresOfStep> come;
  come.swap(coming_);
  for (size_t rank = 0; rank < come->of_rank.size(); ++rank) {
    std::vector<double>& figures = come->of_rank[rank];
    MOTLEY_CHECK(figures.back() == static_cast<double>(come->step),
                 "rank {} sent the figures of step {} for those of step {}", rank, figures.back(),
                 come->step);
    figures.pop_back();
  }
  return come;
}

void ControlChannel::send(int64_t step, std::vector<double> figures, double step_seconds) {
  figures.push_back(static_cast<double>(step));
  if (!is_root()) {
    sending_.wait();
    sent_ = std::move(figures);
    sending_ = comm_.send(core::elements(std::as_const(sent_)), 0);
    return;
  }
  MOTLEY_CHECK(!coming_, "the figures of step {} were not taken in", coming_->step);
  coming_ = {.step = step, .step_seconds = step_seconds, .of_rank = {}};
  coming_->of_rank.assign(num_ranks(), std::vector<double>(figures.size()));
  coming_->of_rank[0] = std::move(figures);
  for (int rank = 1; rank < num_ranks(); ++rank) {
    receiving_.push_back(comm_.receive(core::elements(coming_->of_rank[rank]), rank));
  }
}

SwitchMessage ControlChannel::exchange(SwitchMessage message, int64_t step, std::string& text) {
  message.step = step;
  if (message.kind == SwitchMessage::Kind::kPrepare) {
    message.number = std::ssize(text);
    message.hash = core::fnv1a(text);
  }
  std::array<int64_t, SwitchMessage::kNumbers> numbers = message.numbers();
  comm_.broadcast(core::elements(numbers), 0).wait();
  message = SwitchMessage::from(numbers);
  MOTLEY_CHECK(message.step == step, "rank {} read the message of step {} after step {}", rank(),
               message.step, step);
  if (message.kind == SwitchMessage::Kind::kPrepare) {
    text = broadcast_text(comm_, text);
    MOTLEY_CHECK(core::fnv1a(text) == message.hash,
                 "rank {} was sent another plan than rank 0 made", rank());
  }
  return message;
}

}  // namespace motley::tensor
